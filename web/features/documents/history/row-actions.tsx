import { Pencil, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { classes } from "../../../lib/classes.ts";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { useRights } from "../../accounts/use-rights.ts";
import type { DocumentView } from "../document.ts";
import { showDocumentName } from "../document-name.ts";
import { EmailAction } from "../email/email-action.tsx";
import { FileButton, FileLine, fileFace, UnavailableFile } from "../file-action.tsx";
import { fileAddress } from "../files.ts";
import { WitnessHint } from "../witness-hint.tsx";
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
 * The actions for a document, as the last cell of a row and a line below it. The next step is a button; wide screens
 * have the certificate and the email next to it. The others are in a menu below the row, so that no button moves when
 * it opens; it explains why a document that is not stamped cannot be downloaded or emailed yet. Members of an office
 * see what their role allows.
 */
export function RowActions({ document, onContinue, onDelete, onDescribe }: RowActionsProps) {
  const [open, setOpen] = useState(false);
  const rest = useId();
  const { mayWrite, mayDelete } = useRights();
  const name = showDocumentName(document.displayName, document.generated);
  const { stamped, certificate, evidence, timestamp } = listFiles(document);
  const face = document.collection ? fileFace.list(name) : fileFace.stamped(name);
  const next = document.status === "error" ? text.retry : text.continue;
  return (
    <>
      <div className="flex flex-wrap items-center gap-1 max-sm:col-start-2 lg:justify-end">
        {mayWrite && onContinue && canBeSetUp(document) && (
          <Button variant="secondary" size="small" onClick={onContinue} aria-label={next.label(name)}>
            {next.short}
          </Button>
        )}
        {stamped && <FileButton {...face} href={stamped} variant="secondary" />}
        {stamped && (
          <div className="flex gap-1 max-lg:hidden">
            {certificate && <FileButton {...fileFace.certificate(name)} href={certificate} variant="quiet" />}
            {mayWrite && <EmailAction document={document} look="button" />}
          </div>
        )}
        <Button
          variant="quiet"
          size="small"
          className="max-lg:first:-ml-3"
          aria-label={text.moreLabel(name)}
          aria-expanded={open}
          aria-controls={rest}
          onClick={() => setOpen(!open)}
        >
          {text.more}
          <DisclosureMark />
        </Button>
      </div>
      <div
        id={rest}
        className={classes(
          "rounded-lg border border-line max-lg:flex-col max-sm:col-start-2 sm:col-span-full sm:justify-self-end lg:flex-wrap",
          open ? "flex" : "hidden",
        )}
      >
        {!stamped && <UnavailableFile {...face} />}
        <div className={classes("contents", stamped && "lg:hidden")}>
          {certificate && <FileLine {...fileFace.certificate(name)} href={certificate} />}
          {mayWrite && <EmailAction document={document} look="line" />}
        </div>
        {evidence && <FileLine {...fileFace.evidence(name)} href={evidence} />}
        {timestamp && <FileLine {...fileFace.timestamp(name)} href={timestamp} />}
        {evidence && document.processedAt && (
          <div className="w-full px-3 py-2 text-sm empty:hidden">
            <WitnessHint time={document.processedAt} timeZone={document.timeZone} />
          </div>
        )}
        {mayWrite && onDescribe && (
          <IconButton
            icon={Pencil}
            label={allDocumentsMessages.editLabel(name)}
            hint={allDocumentsMessages.edit}
            worded
            aria-haspopup="dialog"
            onClick={onDescribe}
          />
        )}
        {mayDelete && (
          <IconButton
            icon={Trash2}
            label={text.deleteLabel(name)}
            hint={text.delete}
            worded
            onClick={({ currentTarget }) => {
              focusNextRow(currentTarget);
              onDelete();
            }}
          />
        )}
      </div>
    </>
  );
}

/** The addresses of a document's files that exist. */
function listFiles({ id, status, processedPath, certificatePath, collection }: DocumentView) {
  if (status !== "completed") return {};
  return {
    stamped: processedPath === null ? undefined : fileAddress.stampedFromHistory(id),
    certificate: certificatePath === null ? undefined : fileAddress.certificate(id),
    evidence: fileAddress.evidence(id),
    timestamp: collection || processedPath === null ? undefined : fileAddress.timestamp(id),
  };
}
