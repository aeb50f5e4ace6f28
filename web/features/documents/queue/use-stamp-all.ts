import type { Dispatch } from "react";
import { faultOf } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../messages.ts";
import type { QueueEvent, QueueRow } from "./queue.ts";
import { configOf } from "./usual-config.ts";

/** Asks for the stamps of several documents, one call after the other; what became of each stands at its row. */
export function useStampAll(dispatch: Dispatch<QueueEvent>) {
  const calls = trpc.useUtils();
  const process = trpc.documents.process.useMutation();

  async function start({ key, state }: QueueRow): Promise<void> {
    if (state.kind !== "uploaded") return;
    const { id } = state.document;
    try {
      const answer = await process.mutateAsync({ id, ...configOf(state.document) });
      calls.documents.get.setData({ id }, answer);
      dispatch({ type: "started", key });
    } catch (error) {
      const { status, message = documentsMessages.configure.failedText } = faultOf(error);
      const kind = status === 402 ? "unpaid" : "refused";
      dispatch({ type: "unstarted", key, start: { kind, message } });
    }
  }

  return async (rows: QueueRow[]): Promise<void> => {
    dispatch({ type: "starting", keys: rows.map(({ key }) => key) });
    for (const row of rows) await start(row);
    void calls.documents.list.invalidate();
    void calls.billing.status.invalidate();
  };
}
