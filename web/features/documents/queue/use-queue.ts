import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { accountHeaders, handleAuthError } from "../../accounts/page-account.ts";
import type { DocumentView } from "../document.ts";
import { type Sending, sendFile } from "../upload/send-file.ts";
import { deleteStoredFile, storeFile } from "../upload/stored-files.ts";
import { useWordRefusal } from "../upload/use-word-refusal.ts";
import { canRetry, emptyQueue, nextQueue, nextToSend, type QueueRow } from "./queue.ts";

/** A longer wait is shown as an error, with the server's reason. */
const longestPauseMs = 10 * 60_000;

/** Answers about the file itself, too large or not accepted: the same file would be refused again. */
const aboutFile = [413, 415];

/** The queue and its work: adding files, and uploading them one by one; `onUploaded` is called for each. */
export function useQueue(batches: File[][], onUploaded: (document: DocumentView) => void) {
  const [queue, dispatch] = useReducer(nextQueue, emptyQueue);
  const sending = useRef<Sending>(undefined);
  const cache = useQueryClient();
  const calls = trpc.useUtils();
  const wordRefusal = useWordRefusal();

  const takeIn = useEffectEvent((given: File[][]) =>
    dispatch({ type: "given", batches: given, wordRefusal }),
  );
  useEffect(() => takeIn(batches), [batches]);
  /** What counts is the caller's state when the upload ends, e.g. a project that was chosen meanwhile. */
  const tellUploaded = useEffectEvent(onUploaded);
  const next = nextToSend(queue);
  const sendNext = useEffectEvent((row: QueueRow) => void send(row));
  useEffect(() => {
    if (next) sendNext(next);
  }, [next]);
  useEffect(() => () => sending.current?.cancel(), []);
  useEffect(() => {
    if (queue.pausedUntil === undefined) return;
    const timer = setTimeout(() => dispatch({ type: "continued" }), queue.pausedUntil - Date.now());
    return () => clearTimeout(timer);
  }, [queue.pausedUntil]);

  async function send({ key, file }: QueueRow): Promise<void> {
    if (!(file instanceof File)) return;
    dispatch({ type: "sending", key });
    sending.current = sendFile(file, accountHeaders(cache), (transfer) => {
      dispatch({ type: "transferred", key, transfer });
    });
    const outcome = await sending.current.outcome;
    sending.current = undefined;
    if (outcome.kind !== "refused") void deleteStoredFile(file);
    if (outcome.kind === "canceled") return dispatch({ type: "removed", key });
    if (outcome.kind === "uploaded") {
      dispatch({ type: "uploaded", key, document: outcome.document });
      tellUploaded(outcome.document);
      return void calls.documents.list.invalidate();
    }
    if (outcome.kind === "changed")
      return dispatch({ type: "failed", key, message: documentsMessages.upload.changed, isFinal: true });
    const serverError = parseServerError(outcome.error);
    if (outcome.waitMs !== undefined && outcome.waitMs <= longestPauseMs)
      return dispatch({ type: "postponed", key, until: Date.now() + outcome.waitMs });
    const message = serverError.message ?? text.connectionLost;
    const isLost = serverError.status === undefined && !navigator.onLine;
    if (isLost) void storeFile(file, cache);
    const isFinal = serverError.status !== undefined && aboutFile.includes(serverError.status);
    if (isFinal) void deleteStoredFile(file);
    dispatch({ type: "failed", key, message: isLost ? text.waitsForConnection : message, isLost, isFinal });
    if (serverError.status === 401 || serverError.accountChanged) dispatch({ type: "stopped", message });
    handleAuthError(serverError, cache);
  }

  const sendLost = useEffectEvent(() => {
    const lost = queue.rows.filter(({ state }) => state.kind === "failed" && state.isLost === true);
    dispatch({ type: "again", keys: lost.map(({ key }) => key), wordRefusal });
  });
  useEffect(() => {
    const onOnline = () => sendLost();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, []);

  return {
    queue,
    dispatch,
    /** Aborts a running upload; the row is removed once the abort is confirmed. */
    remove({ key, file, state }: QueueRow) {
      if (file instanceof File) void deleteStoredFile(file);
      if (state.kind === "sending") sending.current?.cancel();
      else dispatch({ type: "removed", key });
    },
    tryAgain(rows: QueueRow[]) {
      const keys = rows.filter(({ state }) => canRetry(state)).map(({ key }) => key);
      dispatch({ type: "again", keys, wordRefusal });
    },
  };
}
