import { useBlocker } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { documentsMessages } from "../../../texts/documents.ts";

const text = documentsMessages.upload.leave;
const always = () => true;

/**
 * Asks before the page is left during an upload, which would be lost. If the upload ends first, the dialog closes and
 * the page stays: on Back, browsers already show the previous address behind the dialog.
 */
export function LeaveDialog({ active, texts = text }: { active: boolean; texts?: typeof text }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: always,
    enableBeforeUnload: active,
    disabled: !active,
    withResolver: true,
  });
  const stay = useEffectEvent(() => reset?.());
  useEffect(() => (active ? () => stay() : undefined), [active]);
  if (status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={texts.title}
      cancelLabel={texts.stay}
      confirmLabel={texts.leave}
      busy={false}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
