import { Mail } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../../components/icon-button.tsx";
import { notify } from "../../../lib/notify.ts";
import type { DocumentView } from "../document.ts";
import { emailMessages as text } from "./messages.ts";

const EmailDialog = lazy(async () => ({ default: (await import("./email-dialog.tsx")).EmailDialog }));

/** The button that opens the dialog; explains it if there is nothing to send yet. */
export function EmailAction({ document }: { document: DocumentView }) {
  const [open, setOpen] = useState(false);
  const face = {
    icon: Mail,
    label: text.actionLabel(document.displayName),
    hint: text.action,
    worded: "line",
  } as const;
  if (document.status !== "completed" || document.processedPath === null) {
    const explain = () => {
      notify({ kind: "error", title: text.notAvailable, description: text.notAvailableText });
    };
    return <IconButton {...face} aria-disabled="true" onClick={explain} />;
  }
  return (
    <>
      <IconButton {...face} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <EmailDialog documents={[document]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
