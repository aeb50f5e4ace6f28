import { ChevronDown, Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { classes } from "../../../lib/classes.ts";
import { allDocumentsMessages } from "../all/messages.ts";
import type { DocumentView } from "../document.ts";
import { EmailAction } from "../email/email-action.tsx";
import { FileAction, fileFace } from "../file-action.tsx";
import { fileAddress } from "../files.ts";
import { documentsMessages } from "../messages.ts";
import { canBeSetUp } from "../workflow/workflow.ts";
import { focusNextRow } from "./focus-next-row.ts";

const text = documentsMessages.history;

export type RowActionsProps = {
  document: DocumentView;
  /** Undefined while another document is being set up. */
  onContinue: (() => void) | undefined;
  onDelete: () => void;
  /** Omitted where names and notes cannot be changed. */
  onDescribe?: () => void;
};

/**
 * The actions for a document; one that is not possible yet explains why when clicked. On narrow screens only the next
 * step is shown, with its label; the others are in a menu.
 */
export function RowActions({ document, onContinue, onDelete, onDescribe }: RowActionsProps) {
  const [open, setOpen] = useState(false);
  const rest = useId();
  const name = document.displayName;
  const files = listFiles(document);
  const isStamped = files.stamped !== undefined;
  const next = document.status === "error" ? text.retry : text.continue;
  const stamped = (
    <FileAction {...fileFace.stamped(name)} href={files.stamped} worded={isStamped ? "button" : "line"} />
  );
  return (
    <div className="flex flex-wrap items-center gap-1 lg:flex-nowrap lg:justify-end">
      {onContinue && canBeSetUp(document) && (
        <Button variant="secondary" size="small" onClick={onContinue} aria-label={next.label(name)}>
          {next.short}
        </Button>
      )}
      {isStamped && stamped}
      <Button
        variant="quiet"
        size="small"
        className="first:-ml-3 lg:hidden"
        aria-label={text.moreLabel(name)}
        aria-expanded={open}
        aria-controls={rest}
        onClick={() => setOpen(!open)}
      >
        {text.more}
        <ChevronDown className={classes("size-4", open && "rotate-180")} aria-hidden="true" />
      </Button>
      <div
        id={rest}
        className={classes(
          "flex gap-1",
          open
            ? "max-lg:mt-1 max-lg:w-full max-lg:flex-col max-lg:rounded-lg max-lg:border max-lg:border-line"
            : "max-lg:hidden",
        )}
      >
        {!isStamped && stamped}
        <FileAction {...fileFace.certificate(name)} href={files.certificate} worded="line" />
        <FileAction {...fileFace.evidence(name)} href={files.evidence} worded="line" />
        <EmailAction document={document} />
        {onDescribe && (
          <IconButton
            icon={Pencil}
            label={allDocumentsMessages.editLabel(name)}
            hint={allDocumentsMessages.edit}
            worded="line"
            aria-haspopup="dialog"
            onClick={onDescribe}
          />
        )}
        <IconButton
          icon={Trash2}
          label={text.deleteLabel(name)}
          hint={text.delete}
          worded="line"
          onClick={({ currentTarget }) => {
            focusNextRow(currentTarget);
            onDelete();
          }}
        />
      </div>
    </div>
  );
}

/** The addresses of a document's files that exist. */
function listFiles({ id, status, processedPath, certificatePath }: DocumentView) {
  if (status !== "completed") return {};
  return {
    stamped: processedPath === null ? undefined : fileAddress.stampedFromHistory(id),
    certificate: certificatePath === null ? undefined : fileAddress.certificate(id),
    evidence: fileAddress.evidence(id),
  };
}
