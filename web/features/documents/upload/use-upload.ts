import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { say } from "../../../../src/errors.ts";
import { uploadMessages } from "../../../../src/features/documents/documents.schema.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { translate } from "../../../texts/translation.ts";
import { accountHeaders, handleAuthError } from "../../accounts/page-account.ts";
import type { DocumentView } from "../document.ts";
import { findRefusal } from "./check-file.ts";
import { type Sending, sendFile } from "./send-file.ts";
import { storeFile } from "./stored-files.ts";
import type { Transfer } from "./transfer.ts";

const text = documentsMessages.upload;

/** The toast about an uploaded document; it closes when the document has to be paid for. */
export const uploadedNotice = "uploaded";

export type UploadEvents = {
  onUploaded: (document: DocumentView) => void;
  onFailed: (name: string, message: string) => void;
  /** Handles files that were chosen together. */
  onSeveral: (files: File[]) => void;
  /** Whether a list of files is already shown; further files are added to it. */
  hasSeveral: boolean;
};
export type Uploading = { name: string; transfer: Transfer; cancel: () => void };

/** The upload of one file, from its selection to the server's answer; several are passed on. */
export function useUpload(
  { onUploaded, onFailed, onSeveral, hasSeveral }: UploadEvents,
  wordRefusal: string | undefined,
) {
  const [uploading, setUploading] = useState<Uploading>();
  const sending = useRef<Sending>(undefined);
  const cache = useQueryClient();
  useEffect(() => () => sending.current?.cancel(), []);

  /** Shows a toast for files that cannot be sent, and uploads the others. */
  async function upload(files: File[], ownershipConfirmed: boolean): Promise<void> {
    const [file] = files;
    if (!file) return;
    if (!ownershipConfirmed) return refuse(translate(say(uploadMessages.ownership)));
    if (sending.current) return refuse(text.oneAtATime);
    if (files.length > 1 || hasSeveral) return onSeveral(files);
    const refusal = findRefusal(file, wordRefusal);
    if (refusal) return refuse(refusal);
    await send(file);
  }

  async function send(file: File): Promise<void> {
    const show = (transfer: Transfer) => {
      setUploading({ name: file.name, transfer, cancel: () => sending.current?.cancel() });
    };
    show({ loaded: 0, total: file.size, elapsedMs: 0 });
    sending.current = sendFile(file, accountHeaders(cache), show);
    const outcome = await sending.current.outcome;
    sending.current = undefined;
    setUploading(undefined);
    if (outcome.kind === "canceled") return notify({ kind: "info", title: text.canceled });
    if (outcome.kind === "uploaded") {
      notify({ id: uploadedNotice, kind: "success", title: text.done, description: text.doneText });
      return onUploaded(outcome.document);
    }
    if (outcome.kind === "changed") {
      onFailed(file.name, text.changed);
      return refuse(text.changed);
    }
    if (!navigator.onLine) return waitForConnection(file);
    const serverError = parseServerError(outcome.error);
    const { message = text.failedText } = serverError;
    refuse(message);
    onFailed(file.name, message);
    handleAuthError(serverError, cache);
  }

  /** The list takes over the file and sends it when there is a connection again. */
  async function waitForConnection(file: File): Promise<void> {
    await storeFile(file, cache);
    notify({ kind: "info", title: text.waiting.kept, description: text.waiting.keptText });
    onSeveral([file]);
  }

  return { uploading, upload };
}

function refuse(description: string): void {
  notify({ kind: "error", title: text.failed, description });
}
