import { useQueryClient } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { requireSuccess } from "../../../lib/api-error.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { canShare, canShareFiles, fileNameIn, share } from "../../../lib/share.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { accountHeaders, handleAuthError } from "../../accounts/page-account.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";

const text = documentsMessages.completed.share;

/**
 * Gives the stamped copy and the certificate to the device's share sheet, or the address of the record if it takes no
 * such files. Nothing in a browser without one.
 */
export function ShareResults({ document: { id, originalName, serialNumber } }: { document: DocumentView }) {
  const cache = useQueryClient();
  const files = useRef<File[]>(undefined);
  const [state, setState] = useState<"resting" | "loading" | "late">("resting");
  if (!canShare()) return null;

  async function load(address: string): Promise<File> {
    const answer = await requireSuccess(await fetch(address, { headers: accountHeaders(cache) }));
    const content = await answer.blob();
    const name = fileNameIn(answer.headers.get("content-disposition")) ?? originalName;
    return new File([content], name, { type: content.type });
  }

  async function press(): Promise<void> {
    try {
      if (!files.current) {
        setState("loading");
        files.current = await Promise.all([fileAddress.stamped(id), fileAddress.certificate(id)].map(load));
      }
      const url = new URL(`/verify/${serialNumber}`, location.origin).href;
      const shared = canShareFiles(files.current) ? { files: files.current } : { url };
      const outcome = await share({ title: originalName, ...shared });
      setState(outcome === "late" ? "late" : "resting");
    } catch (error) {
      setState("resting");
      const serverError = parseServerError(error);
      const { message } = serverError;
      notify({ kind: "error", title: text.failed, ...(message !== undefined && { description: message }) });
      handleAuthError(serverError, cache);
    }
  }

  return (
    <Button variant="secondary" busy={state === "loading"} onClick={() => void press()}>
      <Share2 className="size-5 shrink-0" aria-hidden="true" />
      <span aria-live="polite">{state === "late" ? text.again : text.button}</span>
    </Button>
  );
}
