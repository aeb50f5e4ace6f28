import { Award, Download, Package, Trash2 } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { IconButton, IconLink } from "../../../components/icon-button.tsx";
import { notify } from "../../../lib/notify.ts";
import type { DocumentView } from "../document.ts";
import { EmailAction } from "../email/email-action.tsx";
import { fileAddress } from "../files.ts";
import { documentsMessages } from "../messages.ts";
import { useDownload } from "../use-download.ts";
import { canBeSetUp } from "../workflow/workflow.ts";

const text = documentsMessages.history;

export type RowActionsProps = {
  document: DocumentView;
  /** Undefined while another document is being set up. */
  onContinue: (() => void) | undefined;
  onDelete: () => void;
};

/** What can be done with a document. What cannot be done yet says so when it is tried. */
export function RowActions({ document, onContinue, onDelete }: RowActionsProps) {
  const name = document.originalName;
  return (
    <div className="-ml-2 flex items-center justify-end gap-1 max-md:flex-wrap max-md:justify-start">
      {onContinue && canBeSetUp(document) && (
        <Button look="secondary" size="small" onClick={onContinue} aria-label={text.continueLabel(name)}>
          {text.continue}
        </Button>
      )}
      <FileAction
        {...downloadOf(document)}
        icon={Download}
        label={text.downloadLabel(name)}
        hint={text.download}
      />
      <FileAction
        {...certificateOf(document)}
        icon={Award}
        label={text.certificateLabel(name)}
        hint={text.certificate}
      />
      <FileAction
        {...evidenceOf(document)}
        icon={Package}
        label={text.evidenceLabel(name)}
        hint={text.evidence}
      />
      <EmailAction document={document} />
      <IconButton icon={Trash2} label={text.deleteLabel(name)} hint={text.delete} onClick={onDelete} />
    </div>
  );
}

function downloadOf({ id, status, processedPath }: DocumentView) {
  return {
    href: status === "completed" && processedPath !== null ? fileAddress.stampedFromHistory(id) : undefined,
  };
}

function certificateOf({ id, status, certificatePath }: DocumentView) {
  return {
    href: status === "completed" && certificatePath !== null ? fileAddress.certificate(id) : undefined,
  };
}

function evidenceOf({ id, status }: DocumentView) {
  return { href: status === "completed" ? fileAddress.evidence(id) : undefined };
}

type FileActionProps = { href: string | undefined; icon: typeof Download; label: string; hint: string };

function FileAction({ href, ...face }: FileActionProps) {
  const download = useDownload();
  if (href !== undefined) return <IconLink {...face} href={href} download onClick={download} />;
  const explain = () => {
    notify({ kind: "error", title: text.notAvailable, description: text.notAvailableText });
  };
  return <IconButton {...face} aria-disabled="true" onClick={explain} />;
}
