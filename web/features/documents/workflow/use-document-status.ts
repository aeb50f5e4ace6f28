import { useEffect, useRef } from "react";
import type { DocumentStatus } from "../../../../db/columns/documents.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../../../texts/documents.ts";

export const everyMs = 2000;
const text = documentsMessages.processing;

/** The polling interval of a document; never after it has finished. */
export function nextAskMs(last: { status: DocumentStatus } | undefined): number | false {
  return last?.status === "completed" || last?.status === "error" ? false : everyMs;
}

/** Polls one document while it is processed, even in a hidden tab and after errors. */
export function useDocumentStatus(id: string | undefined) {
  const query = trpc.documents.get.useQuery(
    { id: id ?? "" },
    {
      enabled: id !== undefined,
      refetchInterval: ({ state }) => nextAskMs(state.data),
      refetchIntervalInBackground: true,
    },
  );
  useErrorToast(query.error);
  return query.data;
}

/** One toast when polling starts to fail, not one for each error. */
function useErrorToast(error: unknown): void {
  const told = useRef(false);
  useEffect(() => {
    if (error && !told.current) {
      const { message = text.pollFailedText } = parseServerError(error);
      notify({ kind: "error", title: text.pollFailed, description: message });
    }
    told.current = Boolean(error);
  }, [error]);
}
