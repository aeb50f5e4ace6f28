import { ApiError } from "../../../lib/api-error.ts";
import type { DocumentView } from "../document.ts";
import type { Transfer } from "./transfer.ts";

type SendOutcome =
  | { kind: "uploaded"; document: DocumentView }
  /** `error`: an ApiError, or any other reason for a missing answer; `waitMs`: when the server may accept it. */
  | { kind: "refused"; error: Error; waitMs?: number }
  /** The file was saved again, moved or deleted since it was chosen; this reference to it is of no more use. */
  | { kind: "changed" }
  | { kind: "canceled" };

export type Sending = { outcome: Promise<SendOutcome>; cancel: () => void };

/** Uploads one file. Uses XMLHttpRequest, because only it reports upload progress. */
export function sendFile(
  file: File,
  headers: Record<string, string>,
  onTransfer: (transfer: Transfer) => void,
): Sending {
  const request = new XMLHttpRequest();
  const started = performance.now();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    onTransfer({ loaded, total, elapsedMs: performance.now() - started });
  });
  const outcome = new Promise<SendOutcome>((resolve) => {
    request.addEventListener("load", () => resolve(parseOutcome(request)));
    request.addEventListener("error", () => {
      void canBeRead(file).then((isThere) =>
        resolve(
          isThere ? { kind: "refused", error: new Error("You lost your connection.") } : { kind: "changed" },
        ),
      );
    });
    request.addEventListener("abort", () => resolve({ kind: "canceled" }));
  });
  const body = new FormData();
  body.append("ownershipConfirmed", "true");
  body.append("file", file);
  request.open("POST", "/api/documents/upload");
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.send(body);
  return { outcome, cancel: () => request.abort() };
}

/** Browsers refuse to read a file that was changed since it was chosen, and report that as a lost connection. */
function canBeRead(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

function parseOutcome(request: XMLHttpRequest): SendOutcome {
  const { status, responseText } = request;
  if (status < 200 || status >= 300) {
    const waitMs = 1000 * Number(request.getResponseHeader("retry-after") ?? 0);
    const error = new ApiError(request, responseText);
    return status === 429 && waitMs > 0 ? { kind: "refused", error, waitMs } : { kind: "refused", error };
  }
  try {
    return { kind: "uploaded", document: JSON.parse(responseText) };
  } catch (cause) {
    return { kind: "refused", error: new Error("The answer is no document.", { cause }) };
  }
}
