import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import type { DocumentView } from "../document.ts";

const text = allDocumentsMessages.deletion;

type DeletionDialogProps = { documents: DocumentView[]; onConfirm: () => void; onClose: () => void };

/** Says what goes and what stays, before documents are deleted that are several, or that others rely on. */
export function DeletionDialog({ documents, onConfirm, onClose }: DeletionDialogProps) {
  const count = documents.length;
  const stamped = documents.filter(({ status }) => status === "completed").length;
  const inProjects = documents.filter(({ projectId }) => projectId !== null).length;
  const acknowledgements = documents.filter(({ generated }) => generated === "acknowledgement").length;
  return (
    <ConfirmDialog
      title={text.title(count)}
      cancelLabel={text.cancel}
      confirmLabel={text.confirm(count)}
      busy={false}
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-2 pl-6">
        <li>{stamped > 0 ? text.goes : text.goesUnstamped}</li>
        {inProjects > 0 && <li>{text.inProjects(inProjects)}</li>}
        {acknowledgements > 0 && <li>{text.acknowledgements(acknowledgements)}</li>}
        {stamped > 0 && <li>{text.stays}</li>}
      </ul>
    </ConfirmDialog>
  );
}
