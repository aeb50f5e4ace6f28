import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { newWaitingKey, storeWaitingFile } from "../../lib/waiting-files.ts";
import { documentProjectMessages } from "../../texts/document-project.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { accountHeaders, handleAuthError, readAccountName } from "../accounts/page-account.ts";
import { type Sending, sendFile } from "../documents/upload/send-file.ts";
import { type Uploading, uploadedNotice } from "../documents/upload/use-upload.ts";
import { useRemoveUploads } from "../documents/use-remove-uploads.ts";

const text = documentsMessages.upload;

type Destination = {
  /** Empty for no project. */
  projectId: string;
  /** Documents that are uploads of the same photos. */
  replacedIds: string[];
};

/** Uploads the PDF, and opens the dashboard to set up its stamp; `failure` is why that was not possible. */
export function useSending() {
  const [failure, setFailure] = useState<string>();
  const [uploading, setUploading] = useState<Uploading>();
  const sending = useRef<Sending>(undefined);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const calls = trpc.useUtils();
  const move = trpc.projects.moveEntries.useMutation();
  const removeUploads = useRemoveUploads();
  useEffect(() => () => sending.current?.cancel(), []);

  async function send(file: File, { projectId, replacedIds }: Destination): Promise<void> {
    setFailure(undefined);
    setUploading({
      name: file.name,
      transfer: { loaded: 0, total: file.size, elapsedMs: 0 },
      cancel: () => sending.current?.cancel(),
    });
    sending.current = sendFile(file, accountHeaders(cache), (transfer) =>
      setUploading((now) => now && { ...now, transfer }),
    );
    const outcome = await sending.current.outcome;
    sending.current = undefined;
    setUploading(undefined);
    if (outcome.kind === "canceled") return;
    if (outcome.kind === "uploaded") {
      const { id } = outcome.document;
      if (projectId !== "") await putInto(projectId, id);
      // If this fails, they are deleted with their originals.
      void removeUploads(replacedIds).catch(() => undefined);
      notify({ id: uploadedNotice, kind: "success", title: text.done, description: text.doneText });
      return void navigate({ to: "/", search: { document: id }, ignoreBlocker: true });
    }
    if (!navigator.onLine && (await storeForLater(file))) {
      notify({ kind: "info", title: text.waiting.kept, description: text.waiting.keptText });
      return void navigate({ to: "/", ignoreBlocker: true });
    }
    if (outcome.kind === "changed") return setFailure(text.changed);
    const serverError = parseServerError(outcome.error);
    setFailure(serverError.message ?? text.failedText);
    handleAuthError(serverError, cache);
  }

  async function putInto(projectId: string, id: string): Promise<void> {
    try {
      await move.mutateAsync({ id: projectId, ids: [id] });
    } catch (error) {
      const { message = documentProjectMessages.move.fallback } = parseServerError(error);
      notify({ kind: "error", title: documentProjectMessages.move.failed, description: message });
    }
    void calls.projects.invalidate();
  }

  /** The dashboard sends it as soon as there is a connection. False if this browser has no place for it. */
  async function storeForLater(file: File): Promise<boolean> {
    if (typeof caches === "undefined") return false;
    try {
      await storeWaitingFile(newWaitingKey(), { file, account: readAccountName(cache), isConfirmed: true });
      return true;
    } catch {
      return false;
    }
  }

  return { uploading, send, failure };
}
