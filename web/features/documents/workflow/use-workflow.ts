import { useEffect, useReducer, useRef, useState } from "react";
import type { TimestampConfig } from "../../../../src/documents/documents.schema.ts";
import { faultOf } from "../../../lib/faults.ts";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";
import { useDocumentStatus } from "./use-document-status.ts";
import { useFocusOnStage } from "./use-focus-on-stage.ts";
import { atStart, nextWorkflow, runningDocument } from "./workflow.ts";

const text = documentsMessages.configure;

/** A document that has to be paid for before it can be processed, and what the server said about that. */
type Unpaid = { document: DocumentView; config: TimestampConfig; message: string };

/** The dashboard's five stages with what moves them: upload, start, polling, and a job found after a reload. */
export function useWorkflow(documents: DocumentView[] | undefined) {
  const [workflow, dispatch] = useReducer(nextWorkflow, atStart);
  const [unpaid, setUnpaid] = useState<Unpaid>();
  const calls = trpc.useUtils();
  const process = trpc.documents.process.useMutation();
  const polled = useDocumentStatus(workflow.stage === "processing" ? workflow.document.id : undefined);

  useFocusOnStage(workflow.stage);
  useEffect(() => {
    if (polled) dispatch({ type: "polled", document: polled });
  }, [polled]);
  useEffect(() => {
    if (workflow.stage === "idle") return;
    void calls.documents.list.invalidate();
    if (workflow.stage !== "configuring") void calls.billing.status.invalidate();
  }, [workflow.stage, calls]);
  usePickUp(documents, (document) => dispatch({ type: "found", document }));

  async function start(document: DocumentView, config: TimestampConfig): Promise<void> {
    setUnpaid(undefined);
    try {
      const answer = await process.mutateAsync({ id: document.id, ...config });
      notify({ kind: "success", title: text.started, description: document.originalName });
      calls.documents.get.setData({ id: document.id }, answer);
      dispatch({ type: "started", document: answer });
    } catch (error) {
      const fault = faultOf(error);
      const message = fault.message ?? text.failedText;
      if (fault.status === 402) return setUnpaid({ document, config, message });
      notify({ kind: "error", title: text.failed, description: message });
      dispatch({ type: "failed", documentId: document.id, message });
    }
  }

  /** Goes on with a document that was left to be paid for. */
  async function resume(id: string, config: TimestampConfig): Promise<void> {
    const document = await calls.documents.get.fetch({ id });
    dispatch({ type: "uploaded", document });
    await start(document, config);
  }

  return {
    workflow,
    dispatch,
    start,
    starting: process.isPending,
    polled: polled?.id === documentIdOf(workflow) ? polled : undefined,
    unpaid,
    closePayment: () => setUnpaid(undefined),
    resume,
  };
}

function documentIdOf(workflow: ReturnType<typeof nextWorkflow>): string | undefined {
  return "document" in workflow ? workflow.document.id : undefined;
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
