import { Award, Download, ExternalLink, type LucideIcon, Mail } from "lucide-react";
import { useState } from "react";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { formatWithZone } from "../../../lib/format.ts";
import { notify } from "../../../lib/notify.ts";
import { searchMessages as text } from "../../../texts/admin-documents.ts";
import type { ClientDocument } from "./client-document.ts";
import { EmailClientDialog } from "./email-client-dialog.tsx";

const style = { variant: "secondary", size: "small" } as const;

/** An admin's four actions on a client's document. An unavailable action explains why when it is clicked. */
export function DocumentActions({ document }: { document: ClientDocument }) {
  const { processedPath, certificatePath, originalDeletedAt } = document;
  const notProcessed = { title: text.notAvailable, description: text.notProcessed };
  return (
    <div className="flex flex-wrap gap-2">
      <EmailClient document={document} />
      <FileLink
        icon={Download}
        label={text.actions.stamped}
        href={processedPath && fileByKey(processedPath)}
        missing={notProcessed}
      />
      <FileLink
        icon={Award}
        label={text.actions.certificate}
        href={certificatePath && fileByKey(certificatePath)}
        missing={notProcessed}
      />
      <FileLink
        icon={ExternalLink}
        label={text.actions.original}
        href={originalDeletedAt === null ? buildOriginalUrl(document.id) : null}
        inNewTab
        missing={deletedAt(originalDeletedAt)}
      />
    </div>
  );
}

function deletedAt(iso: string | null) {
  const when = iso === null ? "" : formatWithZone(Date.parse(iso));
  return { title: text.originalDeleted, description: text.originalDeletedText(when) };
}

const fileByKey = (key: string) => `/api/admin/download?path=${encodeURIComponent(key)}`;
const buildOriginalUrl = (id: string) => `/api/admin/documents/${encodeURIComponent(id)}/original`;

type FileLinkProps = {
  icon: LucideIcon;
  label: string;
  href: string | null;
  inNewTab?: boolean;
  /** The message if there is no file to open. */
  missing: { title: string; description: string };
};

function FileLink({ icon: Icon, label, href, inNewTab = false, missing }: FileLinkProps) {
  const face = (
    <>
      <Icon className="size-4" aria-hidden="true" />
      {label}
    </>
  );
  if (href === null) {
    const explain = () => notify({ kind: "error", ...missing });
    return (
      <Button {...style} className="opacity-60" onClick={explain}>
        {face}
      </Button>
    );
  }
  const target = inNewTab ? { target: "_blank", rel: "noopener" } : { download: true };
  return (
    <a href={href} {...target} className={buttonClasses(style)}>
      {face}
    </a>
  );
}

function EmailClient({ document }: { document: ClientDocument }) {
  const [open, setOpen] = useState(false);
  const { status, serialNumber } = document;
  const ready = status === "completed" && serialNumber !== null;
  const explain = () =>
    notify({ kind: "error", title: text.emailNotAvailable, description: text.notProcessed });
  return (
    <>
      <Button
        {...style}
        className={ready ? undefined : "opacity-60"}
        aria-haspopup="dialog"
        onClick={ready ? () => setOpen(true) : explain}
      >
        <Mail className="size-4" aria-hidden="true" />
        {text.actions.email}
      </Button>
      {open && serialNumber !== null && (
        <EmailClientDialog
          documentName={document.originalName}
          serialNumber={serialNumber}
          email={document.userEmail}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
