import { Mail } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { notify } from "../../../lib/notify.ts";
import { emailMessages as text } from "../../../texts/document-email.ts";
import type { DocumentView } from "../document.ts";
import { showDocumentName } from "../document-name.ts";

const EmailDialog = lazy(async () => ({ default: (await import("./email-dialog.tsx")).EmailDialog }));

type EmailActionProps = {
  document: DocumentView;
  /** A menu item, or a button. */
  look: "line" | "button";
};

/** The button that opens the dialog; if there is nothing to send yet, it explains why. */
export function EmailAction({ document, look }: EmailActionProps) {
  const [open, setOpen] = useState(false);
  const label = text.actionLabel(showDocumentName(document.displayName, document.generated));
  const line = { icon: Mail, label, hint: text.action, worded: true };
  if (document.status !== "completed" || document.processedPath === null) {
    const explain = () => {
      notify({ kind: "error", title: text.notAvailable, description: text.notAvailableText });
    };
    return <IconButton {...line} aria-disabled="true" onClick={explain} />;
  }
  return (
    <>
      {look === "line" ? (
        <IconButton {...line} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      ) : (
        <Button
          variant="quiet"
          size="small"
          aria-label={label}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {text.action}
        </Button>
      )}
      {open && (
        <Suspense>
          <EmailDialog documents={[document]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
