import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { closeNotice, notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { keepDraft } from "../../accounts/drafts.ts";
import { readUsername } from "../../accounts/page-account.ts";
import type { DocumentView } from "../document.ts";
import { uploadedNotice } from "../upload/use-upload.ts";
import { useDocumentStatus } from "./use-document-status.ts";
import { useFocusOnStage } from "./use-focus-on-stage.ts";
import {
  atStart,
  minDisplayMs,
  nextWorkflow,
  runningDocument,
  setupName,
  type Workflow,
} from "./workflow.ts";

const text = documentsMessages.configure;

/** The toast about a started document; it closes when the result arrives. */
const startedNotice = "processing-started";

/** A document that has to be paid for before it can be processed, and the server's message. */
type Unpaid = { document: DocumentView; config: TimestampConfig; message: string };

/** The dashboard's five stages and their transitions: upload, start, polling, and a job found after a reload. */
export function useWorkflow(documents: DocumentView[] | undefined) {
  const [workflow, dispatch] = useReducer(nextWorkflow, atStart);
  const [unpaid, setUnpaid] = useState<Unpaid>();
  const calls = trpc.useUtils();
  const cache = useQueryClient();
  const begin = trpc.documents.start.useMutation();
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
    const ms = minDisplayMs(workflow);
    if (ms === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "displayTimePassed" }), ms);
    return () => clearTimeout(timer);
  }, [workflow]);
  usePickUp(documents, (document) => dispatch({ type: "found", document }));

  async function start(document: DocumentView, config: TimestampConfig): Promise<void> {
    setUnpaid(undefined);
    dispatch({ type: "starting", document });
    try {
      const answer = await begin.mutateAsync({ id: document.id, ...config });
      const username = readUsername(cache);
      if (username !== null) keepDraft(username, setupName(document.id), undefined);
      const { originalName: description } = document;
      // One that was stamped in another tab is only shown.
      if (answer.status === "processing")
        notify({ id: startedNotice, kind: "success", title: text.started, description });
      calls.documents.get.setData({ id: document.id }, answer);
      dispatch({ type: "started", document: answer });
      if (answer.status !== "processing") return;
      void calls.documents.list.invalidate();
      await waitBriefly(document, config);
    } catch (error) {
      const serverError = parseServerError(error);
      const message = serverError.message ?? text.failedText;
      if (serverError.status === 402) {
        closeNotice(uploadedNotice);
        dispatch({ type: "unpaid", document: { ...document, timestampConfig: config } });
        return setUnpaid({ document, config, message });
      }
      notify({ kind: "error", title: text.failed, description: message });
      dispatch({ type: "failed", documentId: document.id, name: document.originalName, message });
    }
  }

  /** A small document is stamped before the first poll; the same call again answers when it is. */
  async function waitBriefly({ id }: DocumentView, config: TimestampConfig): Promise<void> {
    const answer = await process.mutateAsync({ id, ...config }).catch(() => undefined);
    if (answer) calls.documents.get.setData({ id }, answer);
  }

  /** Continues with a document that is waiting for payment. */
  async function resume(id: string, config: TimestampConfig): Promise<void> {
    try {
      const document = await calls.documents.get.fetch({ id });
      dispatch({ type: "uploaded", document });
      await start(document, config);
    } catch (error) {
      notify({
        kind: "error",
        title: text.failed,
        description: parseServerError(error).message ?? text.failedText,
      });
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

/** The document to poll: one whose start was answered. */
function runningIn(workflow: Workflow): string | undefined {
  if (workflow.stage !== "processing" || workflow.document.status === "uploaded") return undefined;
  return workflow.document.id;
}

/** Continues with a job that was running when the page was loaded; only with the first list. */
function usePickUp(documents: DocumentView[] | undefined, onRunning: (document: DocumentView) => void): void {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || !documents) return;
    looked.current = true;
    const running = runningDocument(documents);
    if (running) onRunning(running);
  }, [documents, onRunning]);
}
