import { useEffect, useReducer, useRef, useState } from "react";
import type { TimestampConfig } from "../../../../src/features/documents/documents.schema.ts";
import { closeNotice, notify } from "../../../lib/notify.ts";
import { faultOf } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";
import { useDocumentStatus } from "./use-document-status.ts";
import { useFocusOnStage } from "./use-focus-on-stage.ts";
import { atStart, heldFor, nextWorkflow, runningDocument, type Workflow } from "./workflow.ts";

const text = documentsMessages.configure;

/** The toast that a document was started; it goes when the outcome is there. */
const startedNotice = "processing-started";

/** A document that has to be paid for before it can be processed, and what the server said about that. */
type Unpaid = { document: DocumentView; config: TimestampConfig; message: string };

/** The dashboard's five stages with what moves them: upload, start, polling, and a job found after a reload. */
export function useWorkflow(documents: DocumentView[] | undefined) {
  const [workflow, dispatch] = useReducer(nextWorkflow, atStart);
  const [unpaid, setUnpaid] = useState<Unpaid>();
  const calls = trpc.useUtils();
  const process = trpc.documents.process.useMutation();
  const polled = useDocumentStatus(runningIn(workflow));

  useFocusOnStage(workflow.stage);
  useEffect(() => {
    if (polled) dispatch({ type: "polled", document: polled });
  }, [polled]);
  useEffect(() => {
    if (workflow.stage === "idle" || workflow.stage === "processing") return;
    void calls.documents.list.invalidate();
    if (workflow.stage === "configuring") return;
    void calls.billing.status.invalidate();
    closeNotice(startedNotice);
  }, [workflow.stage, calls]);
  useEffect(() => {
    const ms = heldFor(workflow);
    if (ms === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "held" }), ms);
    return () => clearTimeout(timer);
  }, [workflow]);
  usePickUp(documents, (document) => dispatch({ type: "found", document }));

  async function start(document: DocumentView, config: TimestampConfig): Promise<void> {
    setUnpaid(undefined);
    dispatch({ type: "starting", document });
    try {
      const answer = await process.mutateAsync({ id: document.id, ...config });
      const { originalName: description } = document;
      notify({ id: startedNotice, kind: "success", title: text.started, description });
      calls.documents.get.setData({ id: document.id }, answer);
      dispatch({ type: "started", document: answer });
      if (answer.status === "processing") void calls.documents.list.invalidate();
    } catch (error) {
      const fault = faultOf(error);
      const message = fault.message ?? text.failedText;
      if (fault.status === 402) {
        dispatch({ type: "unpaid", document: { ...document, timestampConfig: config } });
        return setUnpaid({ document, config, message });
      }
      notify({ kind: "error", title: text.failed, description: message });
      dispatch({ type: "failed", documentId: document.id, message });
    }
  }

  /** Goes on with a document that was left to be paid for. */
  async function resume(id: string, config: TimestampConfig): Promise<void> {
    try {
      const document = await calls.documents.get.fetch({ id });
      dispatch({ type: "uploaded", document });
      await start(document, config);
    } catch (error) {
      notify({ kind: "error", title: text.failed, description: faultOf(error).message ?? text.failedText });
    }
  }

  return {
    workflow,
    dispatch,
    start,
    unpaid,
    closePayment: () => setUnpaid(undefined),
    resume,
  };
}

/** The document to ask for again and again: one whose start has been answered. */
function runningIn(workflow: Workflow): string | undefined {
  if (workflow.stage !== "processing" || workflow.document.status === "uploaded") return undefined;
  return workflow.document.id;
}

/** When the page is loaded while a job runs, it goes on from there; only with the first list. */
function usePickUp(documents: DocumentView[] | undefined, onRunning: (document: DocumentView) => void): void {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || !documents) return;
    looked.current = true;
    const running = runningDocument(documents);
    if (running) onRunning(running);
  }, [documents, onRunning]);
}
