import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import { requireSuccess } from "../../lib/api-error.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { accountHeaders, handleAuthError } from "../accounts/page-account.ts";

const text = documentsMessages.download;

/**
 * For links to files: first checks whether the file is available, since a browser would save an error message under the
 * file's name. If the session has ended, this leads to the login.
 */
export function useDownload(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const cache = useQueryClient();
  return (event) => {
    const { href } = event.currentTarget;
    event.preventDefault();
    requireFile(href, accountHeaders(cache))
      .then(() => save(href))
      .catch((error: unknown) => {
        const serverError = parseServerError(error);
        if (serverError.status !== 401 && !serverError.accountChanged) {
          const { message = text.failedText } = serverError;
          notify({ kind: "error", title: text.failed, description: message });
        }
        handleAuthError(serverError, cache);
      });
  };
}

/** Throws the server's refusal. Its reason is in the body, which an answer to HEAD does not have. */
async function requireFile(href: string, headers: Record<string, string>): Promise<void> {
  if ((await fetch(href, { method: "HEAD", headers })).ok) return;
  const answer = await requireSuccess(await fetch(href, { headers }));
  await answer.body?.cancel();
}

/** Like a click on the link; the server names the file. */
function save(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
