import { type Dispatch, useEffect, useEffectEvent, useRef } from "react";
import type { TimestampConfig } from "../../../../src/features/documents/documents.schema.ts";
import { Card } from "../../../components/card.tsx";
import { Notice } from "../../../components/notice.tsx";
import { creditsPay, paymentsOpen } from "../../../environment/server-settings.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";
import { LeaveDialog } from "../upload/leave-dialog.tsx";
import { focusStageTitle } from "../workflow/use-focus-on-stage.ts";
import { getConfig } from "./default-config.ts";
import { queueMessages as text } from "./messages.ts";
import { buildRow, isUnderWay, maxInQueue, type QueueEvent, type QueueRow, type Start } from "./queue.ts";
import { QueueActions } from "./queue-actions.tsx";
import { QueueListRow } from "./queue-list-row.tsx";
import { getPhase, type Progress, progressOfAll } from "./row-phase.ts";
import { useFreshRows } from "./use-fresh-rows.ts";
import { useQueue } from "./use-queue.ts";

type QueueCardProps = {
  /** All files that were chosen together since the list appeared, batch by batch. */
  batches: File[][];
  /** Documents that were uploaded before; they are stamped immediately. */
  resumed: DocumentView[];
  /** IDs of deleted documents. */
  deleted: string[];
  /** Receives the IDs of the shown documents that are not stamped. */
  onListed: (ids: string[]) => void;
  /** The document that is open in the form above, if any. */
  settingUp: string | undefined;
  /** Undefined while another document is being processed above. */
  onSetUp: ((document: DocumentView) => void) | undefined;
  /** Continues with a document that has to be paid for. */
  onPay: ((id: string, config: TimestampConfig) => void) | undefined;
  onClose: () => void;
};

/** Several files, each in a row, with one upload at a time and the next step for each of them. */
export function QueueCard({
  batches,
  resumed,
  deleted,
  onListed,
  settingUp,
  onSetUp,
  onPay,
  onClose,
}: QueueCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const { queue, dispatch, remove, tryAgain } = useQueue(batches);
  const stampAll = useStampAll(dispatch);
  const rows = useFreshRows(queue.rows)
    .filter(({ state }) => state.kind !== "uploaded" || !deleted.includes(state.document.id))
    .map((row) => ({ row, phase: getPhase(row, settingUp) }));
  const progress = progressOfAll(rows.map(({ phase }) => phase));
  const resume = useEffectEvent((documents: DocumentView[]) => {
    dispatch({ type: "resumed", documents });
    void stampAll(documents.map(buildRow));
  });
  useEffect(() => {
    if (resumed.length > 0) resume(resumed);
  }, [resumed]);
  const unstamped = rows.flatMap(({ row: { state } }) =>
    state.kind === "uploaded" && state.document.status !== "completed" ? [state.document.id] : [],
  );
  const tellListed = useEffectEvent(() => onListed(unstamped));
  const listedKey = unstamped.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes whenever the IDs do
  useEffect(() => tellListed(), [listedKey]);
  const isEmpty = queue.batches > 0 && rows.length === 0;
  const close = () => {
    focusStageTitle();
    onClose();
  };
  const closeByItself = useEffectEvent(close);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (isEmpty) closeByItself();
  }, [isEmpty]);
  /** The pressed button is about to disappear; keeps the focus. */
  const fromTitle = <Given extends unknown[]>(act: (...given: Given) => void) => {
    return (...given: Given) => {
      title.current?.focus();
      act(...given);
    };
  };
  return (
    <Card aria-labelledby="queue-title">
      <h2 id="queue-title" ref={title} tabIndex={-1} className="text-2xl">
        {text.title}
      </h2>
      <p role="status" className="mt-1 font-semibold tabular-nums">
        {progressSentence(progress)}
      </p>
      <p className="mt-1 mb-3 max-w-3xl text-muted">{text.explanation}</p>
      {queue.leftOut.length > 0 && (
        <div className="mb-3">
          <Notice tone="warn" role="status">
            {text.leftOut(maxInQueue, queue.leftOut.length, queue.leftOut[0] ?? "")}
          </Notice>
        </div>
      )}
      <ul>
        {rows.map(({ row, phase }) => (
          <QueueListRow
            key={row.key}
            row={row}
            phase={phase}
            onSetUp={onSetUp}
            onPay={onPay && ((document) => onPay(document.id, getConfig(document)))}
            onAgain={fromTitle(() => tryAgain([row]))}
            onRemove={fromTitle(() => remove(row))}
          />
        ))}
      </ul>
      <QueueActions
        rows={rows}
        onStampAll={fromTitle((ready) => void stampAll(ready))}
        onAgain={fromTitle(tryAgain)}
        onClose={close}
      />
      <LeaveDialog active={isUnderWay(queue)} />
    </Card>
  );
}

/** The progress of the whole list in one line that is announced when it changes. */
function progressSentence(progress: Progress): string {
  if (progress.kind === "uploading") return text.uploading(progress.at, progress.of);
  if (progress.kind === "stamping") return text.stamping(progress.done, progress.of);
  const { stamped, uploaded, offline, failed } = progress;
  return [
    stamped > 0 ? text.stamped(stamped) : "",
    uploaded > 0 ? text.uploaded(uploaded) : "",
    offline > 0 ? text.offline(offline) : "",
    failed > 0 ? text.failed(failed) : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Starts the stamps of several documents, one call after the other; each row shows its result. */
function useStampAll(dispatch: Dispatch<QueueEvent>) {
  const calls = trpc.useUtils();
  const begin = trpc.documents.start.useMutation();

  async function start({ key, state }: QueueRow): Promise<void> {
    if (state.kind !== "uploaded") return;
    const { id } = state.document;
    try {
      const answer = await begin.mutateAsync({ id, ...getConfig(state.document) });
      calls.documents.get.setData({ id }, answer);
      dispatch({ type: "started", key });
    } catch (error) {
      const { status, message = documentsMessages.configure.failedText } = parseServerError(error);
      const start: Start =
        status === 402 && (paymentsOpen || creditsPay) ? { kind: "unpaid" } : { kind: "refused", message };
      dispatch({ type: "unstarted", key, start });
    }
  }

  return async (rows: QueueRow[]): Promise<void> => {
    dispatch({ type: "starting", keys: rows.map(({ key }) => key) });
    for (const row of rows) await start(row);
    void calls.documents.list.invalidate();
    void calls.billing.status.invalidate();
  };
}
