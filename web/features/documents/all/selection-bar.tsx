import { FileArchive, FolderInput, Mail, Trash2, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { maxMailed } from "../../../../src/features/documents/email.schema.ts";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { notify } from "../../../lib/notify.ts";
import { allDocumentsMessages as text } from "../../../texts/all-documents.ts";
import { emailMessages } from "../../../texts/document-email.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { useRights } from "../../accounts/use-rights.ts";
import type { DocumentView } from "../document.ts";
import { useDownload } from "../use-download.ts";

const EmailDialog = lazy(async () => ({
  default: (await import("../email/email-dialog.tsx")).EmailDialog,
}));

const MoveDialog = lazy(async () => ({
  default: (await import("../project/move-dialog.tsx")).MoveDialog,
}));

type SelectionBarProps = {
  documents: DocumentView[];
  onDelete: () => void;
  onClear: () => void;
  /** More buttons. */
  children?: ReactNode;
};

/** Actions for all selected documents. The bar stays in view while the list scrolls. */
export function SelectionBar({ documents, onDelete, onClear, children }: SelectionBarProps) {
  const [isEmailing, setEmailing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const download = useDownload();
  const { mayWrite, mayDelete } = useRights();
  const stamped = documents.filter(({ status }) => status === "completed");
  const small = { variant: "secondary", size: "small" } as const;
  const email = () => {
    if (stamped.length === 0)
      notify({ kind: "error", title: emailMessages.notAvailable, description: text.nothingStamped });
    else if (stamped.length > maxMailed)
      notify({ kind: "error", title: emailMessages.notAvailable, description: text.emailTooMany });
    else setEmailing(true);
  };
  const zip = (
    <>
      <FileArchive className="size-4" aria-hidden="true" />
      <span>
        <span className="max-sm:sr-only">{text.zipVerb} </span>
        {text.zip}
      </span>
    </>
  );
  const noFiles = () =>
    notify({
      kind: "error",
      title: documentsMessages.history.notAvailable,
      description: text.nothingStamped,
    });
  return (
    <section
      aria-label={text.selection}
      data-selection-bar=""
      className="z-10 -mx-2 flex flex-wrap items-center gap-2 rounded-panel border border-brand bg-tint px-3 py-2 tall:sticky tall:top-2"
    >
      <div className="mr-auto flex items-center gap-1 max-sm:w-full max-sm:justify-between">
        <p role="status" className="font-semibold text-ink">
          {text.selected(documents.length)}
        </p>
        <IconButton icon={X} label={text.clearSelection} onClick={onClear} />
      </div>
      {mayWrite && (
        <Button {...small} aria-haspopup="dialog" onClick={email}>
          <Mail className="size-4" aria-hidden="true" />
          {text.email}
        </Button>
      )}
      {stamped.length > 0 ? (
        <a href={zipAddress(stamped)} download onClick={download} className={buttonClasses(small)}>
          {zip}
        </a>
      ) : (
        <Button {...small} onClick={noFiles}>
          {zip}
        </Button>
      )}
      {mayWrite && (
        <>
          <Button {...small} aria-haspopup="dialog" onClick={() => setMoving(true)}>
            <FolderInput className="size-4" aria-hidden="true" />
            {documentProjectMessages.move.button}
          </Button>
          {children}
        </>
      )}
      {mayDelete && (
        <Button {...small} onClick={onDelete}>
          <Trash2 className="size-4" aria-hidden="true" />
          {text.delete}
        </Button>
      )}
      {isMoving && (
        <Suspense>
          <MoveDialog documents={documents} onMoved={onClear} onClose={() => setMoving(false)} />
        </Suspense>
      )}
      {isEmailing && (
        <Suspense>
          <EmailDialog documents={stamped} onClose={() => setEmailing(false)}>
            {stamped.length < documents.length && (
              <p className="mt-2">{text.emailSkips(documents.length - stamped.length)}</p>
            )}
          </EmailDialog>
        </Suspense>
      )}
    </section>
  );
}

function zipAddress(documents: DocumentView[]): string {
  return `/api/documents.zip?ids=${documents.map(({ id }) => encodeURIComponent(id)).join(",")}`;
}
