import { type Fault, faultOfBody } from "../../../lib/faults.ts";
import type { DocumentView } from "../document.ts";
import type { Transfer } from "./transfer.ts";

type SendOutcome =
  | { kind: "uploaded"; document: DocumentView }
  | { kind: "refused"; fault: Fault }
  | { kind: "cancelled" };

export type Sending = { outcome: Promise<SendOutcome>; cancel: () => void };

/** Sends one file. XMLHttpRequest, because it alone tells how much of the body has left the browser. */
export function sendFile(file: File, onTransfer: (transfer: Transfer) => void): Sending {
  const request = new XMLHttpRequest();
  const started = performance.now();
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    onTransfer({ loaded, total, elapsedMs: performance.now() - started });
  });
  const outcome = new Promise<SendOutcome>((resolve) => {
    const noAnswer: Fault = { status: undefined, message: undefined, issues: [] };
    request.addEventListener("load", () => resolve(outcomeOf(request)));
    request.addEventListener("error", () => resolve({ kind: "refused", fault: noAnswer }));
    request.addEventListener("abort", () => resolve({ kind: "cancelled" }));
  });
  const body = new FormData();
  body.append("ownershipConfirmed", "true");
  body.append("file", file);
  request.open("POST", "/api/documents/upload");
  request.send(body);
  return { outcome, cancel: () => request.abort() };
}

function outcomeOf({ status, responseText }: XMLHttpRequest): SendOutcome {
  if (status >= 200 && status < 300) return { kind: "uploaded", document: JSON.parse(responseText) };
  return { kind: "refused", fault: faultOfBody(status, responseText) };
}
