import { useEffect } from "react";
import { trpc } from "../../../lib/trpc.ts";
import { nextAskMs } from "../workflow/use-document-status.ts";
import type { QueueRow } from "./queue.ts";

/** The rows with their documents as last loaded by any part of the page; documents in progress are polled. */
export function useFreshRows(rows: QueueRow[]): QueueRow[] {
  const documents = rows.flatMap(({ state }) => (state.kind === "uploaded" ? [state.document] : []));
  const seen = trpc.useQueries((ask) =>
    documents.map((document) =>
      ask.documents.get(
        { id: document.id },
        {
          initialData: document,
          refetchInterval: ({ state }) =>
            state.data?.status === "processing" ? nextAskMs(state.data) : false,
          refetchIntervalInBackground: true,
        },
      ),
    ),
  );
  const latest = new Map(documents.map((document, at) => [document.id, seen[at]?.data ?? document]));
  useNewsForOthers(
    [...latest.values()].filter(({ status }) => status === "completed" || status === "error").length,
  );
  return rows.map((row) => {
    if (row.state.kind !== "uploaded") return row;
    const document = latest.get(row.state.document.id) ?? row.state.document;
    return { ...row, state: { ...row.state, document } };
  });
}

/** When another document has finished, the list of documents and the plan are reloaded. */
function useNewsForOthers(ended: number): void {
  const calls = trpc.useUtils();
  useEffect(() => {
    if (ended === 0) return;
    void calls.documents.list.invalidate();
    void calls.billing.status.invalidate();
  }, [ended, calls]);
}
