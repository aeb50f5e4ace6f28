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
    fetch(href, { method: "HEAD", headers: accountHeaders(cache) })
      .then(requireSuccess)
      .then(() => save(href))
      .catch((error: unknown) => {
        const serverError = parseServerError(error);
        if (serverError.status !== 401 && !serverError.accountChanged) {
          notify({ kind: "error", title: text.failed, description: text.failedText });
        }
        handleAuthError(serverError, cache);
      });
  };
}

/** Like a click on the link; the server names the file. */
function save(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
