import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from "react";
import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { Card } from "../../../components/card.tsx";
import { Notice } from "../../../components/notice.tsx";
import { creditsPay, paymentsOpen } from "../../../environment/server-settings.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import type { DocumentView } from "../document.ts";
import { LeaveDialog } from "../upload/leave-dialog.tsx";
import { focusStageTitle } from "../workflow/use-focus-on-stage.ts";
import { getConfig } from "./default-config.ts";
import { InsteadOffer } from "./instead-offer.tsx";
import { PagesOffer } from "./pages-offer.tsx";
import { buildRow, isUnderWay, maxInQueue, type QueueEvent, type QueueRow, type Start } from "./queue.ts";
import { QueueActions } from "./queue-actions.tsx";
import { QueueChoices } from "./queue-choices.tsx";
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
  onListed?: (ids: string[]) => void;
  /** The project that new documents go to, until the reader chooses another. */
  project?: string;
  /** The document that is open in the form above, if any. */
  settingUp?: string | undefined;
  /** Undefined while another document is being processed above. */
  onSetUp: ((document: DocumentView) => void) | undefined;
  /** Continues with a document that has to be paid for. */
  onPay?: ((id: string, config: TimestampConfig) => void) | undefined;
  onClose: () => void;
};

/** Several files, each in a row, with one upload at a time and the next step for each of them. */
export function QueueCard({
  batches,
  resumed,
  deleted,
  onListed,
  project = "",
  settingUp,
  onSetUp,
  onPay,
  onClose,
}: QueueCardProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState(() => getConfig({ timestampConfig: null }));
  const [projectId, setProjectId] = useState(project);
  const moveTo = useMoveTo();
  const { queue, dispatch, remove, tryAgain } = useQueue(batches, ({ id }) => {
    if (projectId !== "") void moveTo(projectId, [id]);
  });
  const stampAll = useStampAll(dispatch, choices);
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
  const tellListed = useEffectEvent(() => onListed?.(unstamped));
  const listedKey = unstamped.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes whenever the IDs do
  useEffect(() => tellListed(), [listedKey]);
  const isEmpty = queue.batches > 0 && rows.length === 0;
  const chooseProject = (id: string) => {
    setProjectId(id);
    const ids = rows.flatMap(({ row: { state } }) => (state.kind === "uploaded" ? [state.document.id] : []));
    if (ids.length > 0) void moveTo(id, ids);
  };
  const isOpen = rows.some(({ phase }) => phase !== "completed" && phase !== "processing");
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
      <h2 id="queue-title" ref={title} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <p role="status" className="mt-1 font-semibold tabular-nums">
        {queue.pausedUntil !== undefined && progress.kind === "uploading"
          ? text.paused
          : progressSentence(progress)}
      </p>
      <p className="mt-1 mb-3 max-w-text text-muted">{text.explanation}</p>
      <PagesOffer rows={rows} projectId={projectId} />
      {queue.leftOut.length > 0 && (
        <div className="mb-3">
          <Notice tone="warn" role="status">
            {text.leftOut(maxInQueue, queue.leftOut.length, queue.leftOut[0] ?? "")}
          </Notice>
        </div>
      )}
      {isOpen && (
        <QueueChoices
          choices={choices}
          onChange={setChoices}
          projectId={projectId}
          onProject={chooseProject}
        />
      )}
      <ul>
        {rows.map(({ row, phase }) => (
          <QueueListRow
            key={row.key}
            row={row}
            phase={phase}
            onSetUp={
              onSetUp &&
              ((document) => onSetUp({ ...document, timestampConfig: getConfig(document, choices) }))
            }
            onPay={onPay && ((document) => onPay(document.id, getConfig(document, choices)))}
            onAgain={fromTitle(() => tryAgain([row]))}
            onRemove={fromTitle(() => remove(row))}
          />
        ))}
      </ul>
      <QueueActions
        rows={rows}
        choices={choices}
        onStampAll={fromTitle((ready) => void stampAll(ready))}
        onAgain={fromTitle(tryAgain)}
        onClose={close}
      />
      <InsteadOffer rows={rows} />
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

/** Puts documents into a project, or takes them out of theirs if the ID is empty; says it if that fails. */
function useMoveTo() {
  const calls = trpc.useUtils();
  const move = trpc.projects.moveEntries.useMutation();
  const remove = trpc.projects.removeEntries.useMutation();
  return async (projectId: string, ids: string[]): Promise<void> => {
    try {
      await (projectId === "" ? remove.mutateAsync({ ids }) : move.mutateAsync({ id: projectId, ids }));
    } catch (error) {
      const { message = documentProjectMessages.move.fallback } = parseServerError(error);
      notify({ kind: "error", title: documentProjectMessages.move.failed, description: message });
    }
    void calls.projects.invalidate();
  };
}

/** Starts the stamps of several documents, one call after the other; each row shows its result. */
function useStampAll(dispatch: Dispatch<QueueEvent>, choices: TimestampConfig) {
  const calls = trpc.useUtils();
  const begin = trpc.documents.start.useMutation();

  async function start({ key, state }: QueueRow): Promise<void> {
    if (state.kind !== "uploaded") return;
    const { id } = state.document;
    try {
      const answer = await begin.mutateAsync({ id, ...getConfig(state.document, choices) });
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
