import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { allDocumentsMessages as text } from "../../../texts/all-documents.ts";
import { useRights } from "../../accounts/use-rights.ts";
import type { DocumentView } from "../document.ts";
import { translateDocumentError } from "../document-error.ts";
import { showDocumentName } from "../document-name.ts";
import { DocumentDetails } from "../history/history-row.tsx";
import { RowActions } from "../history/row-actions.tsx";
import { SmallPicture } from "../page-picture.tsx";
import { RecipientProof } from "./recipient-proof.tsx";

const DescribeDialog = lazy(async () => ({
  default: (await import("./describe-dialog.tsx")).DescribeDialog,
}));

type DocumentRowProps = {
  document: DocumentView;
  now: number;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  onContinue: () => void;
  onDelete: () => void;
  /** More about the document, below its details. */
  children?: ReactNode;
};

/** One document, with the actions that its state allows. */
export function DocumentRow({
  document,
  now,
  isSelected,
  onSelect,
  onContinue,
  onDelete,
  children,
}: DocumentRowProps) {
  const [isEditing, setEditing] = useState(false);
  const { mayWrite } = useRights();
  const { displayName, originalName, note, status } = document;
  const name = showDocumentName(displayName, document.generated);
  const isUnstamped = status === "uploaded" || status === "error";
  const isGone = isUnstamped && document.originalDeletedAt !== null;
  return (
    <li
      data-id={document.id}
      className="grid grid-cols-mark gap-2 border-t border-line py-3 sm:grid-cols-mark-action sm:items-center sm:gap-x-4"
    >
      <label className="grid size-11 cursor-pointer place-items-center max-sm:-mt-2 -ml-3 -mr-2">
        <input
          type="checkbox"
          className="size-5 accent-brand"
          checked={isSelected}
          aria-label={text.select(name)}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <div className="flex min-w-0 gap-2 sm:gap-4">
        <SmallPicture document={document} />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere" translate="no">
            {document.collection ? (
              <Link to="/collections/$id" params={{ id: document.id }} className="link">
                {name}
              </Link>
            ) : (
              name
            )}
          </p>
          <DocumentDetails document={document} now={now} />
          {children}
          {displayName !== originalName && (
            <p className="text-sm text-muted wrap-anywhere">{text.attestedAs(originalName)}</p>
          )}
          {document.recipient !== null && <RecipientProof {...document.recipient} />}
          {note !== null && <p className="text-sm wrap-anywhere">{text.note(note)}</p>}
          {isUnstamped && document.paymentCompleted === "true" && (
            <p className="text-sm font-semibold">{text.paid}</p>
          )}
          {status === "error" && document.errorMessage && (
            <p className="text-sm text-bad wrap-anywhere">{translateDocumentError(document)}</p>
          )}
          {isGone && (
            <p className="mt-1 text-sm">
              {text.originalGone}{" "}
              {mayWrite && (
                <Link to="/" className="link inline-flex min-h-6 items-center">
                  {text.uploadAgain}
                </Link>
              )}
            </p>
          )}
        </div>
      </div>
      <RowActions
        document={document}
        onContinue={onContinue}
        onDelete={onDelete}
        onDescribe={() => setEditing(true)}
      />
      {isEditing && (
        <Suspense>
          <DescribeDialog document={document} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** The empty page: offers the first upload, or a way out of a search without results. */
export function NoDocuments({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  const { mayWrite } = useRights();
  return (
    <div className="grid justify-items-center gap-2 py-8 text-center">
      <p className="font-serif text-heading font-semibold">{isFiltered ? text.none : text.empty}</p>
      <p className="text-muted">{isFiltered ? text.noneText : text.emptyText}</p>
      {isFiltered && (
        <Button variant="secondary" size="small" className="mt-2" onClick={onReset}>
          {text.filters.reset}
        </Button>
      )}
      {!isFiltered && mayWrite && (
        <Link to="/" className={`${buttonClasses({ variant: "secondary", size: "small" })} mt-2`}>
          {text.emptyButton}
        </Link>
      )}
    </div>
  );
}
