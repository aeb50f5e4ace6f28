import { useBlocker } from "@tanstack/react-router";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { queueMessages as text } from "./messages.ts";

const always = () => true;

/** Asks before the page is left, by a link or by closing it, while files are on their way: they would be lost. */
export function LeaveDialog({ active }: { active: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: always,
    enableBeforeUnload: active,
    disabled: !active,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={text.leave.title}
      cancelLabel={text.leave.stay}
      confirmLabel={text.leave.leave}
      busy={false}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{text.leave.text}</p>
    </ConfirmDialog>
  );
}
