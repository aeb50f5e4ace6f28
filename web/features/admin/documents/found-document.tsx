import type { ReactNode } from "react";
import { writeTime } from "../../../../src/evidence/written-time.ts";
import { isRemovedFileName } from "../../../../src/formats/removed-name.ts";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { SerialNumber } from "../../../components/serial-number.tsx";
import { classes } from "../../../lib/classes.ts";
import { formatWithZone } from "../../../lib/format.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { searchMessages as text } from "../../../texts/admin-documents.ts";
import { spokenLanguage } from "../../../texts/translation.ts";
import { translateDocumentError } from "../../documents/document-error.ts";
import { StatusBadge } from "../../documents/history/status-badge.tsx";
import type { ClientDocument } from "./client-document.ts";
import { DocumentActions } from "./document-actions.tsx";

/** One document and its client. Unless it is completed, it is shown as failed, as the client sees it. */
export function FoundDocument({ document }: { document: ClientDocument }) {
  const completed = document.status === "completed";
  const isNameless = document.username === null && isRemovedFileName(document.originalName);
  return (
    <li
      className={classes(
        "grid gap-4 rounded-panel border p-4 shadow-card",
        completed ? "border-line bg-card" : "border-bad bg-bad-tint",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        {isNameless ? (
          <h2 className="min-w-0 text-heading text-muted">{text.nameRemoved}</h2>
        ) : (
          <h2 className="min-w-0 text-heading wrap-anywhere" translate="no">
            {document.originalName}
          </h2>
        )}
        <div className={classes("flex rounded-full", !completed && "ring-1 ring-bad/40")}>
          <StatusBadge status={document.status} />
        </div>
      </div>
      {document.errorMessage && <p className="text-bad wrap-anywhere">{translateDocumentError(document)}</p>}
      <Facts document={document} />
      <DocumentActions document={document} />
    </li>
  );
}

function Facts({ document }: { document: ClientDocument }) {
  const completed = document.status === "completed";
  const name = [document.userFirstName, document.userLastName].filter(Boolean).join(" ");
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 sm:gap-y-3 lg:grid-cols-3">
      <Fact label={text.client}>{name || (document.username ? adminMessages.none : text.nobody)}</Fact>
      <Fact label={text.username}>{document.username ?? adminMessages.none}</Fact>
      <Fact label={text.email}>{document.userEmail ?? adminMessages.none}</Fact>
      <Fact label={text.serial}>
        {document.serialNumber === null ? (
          adminMessages.none
        ) : (
          <SerialNumber>{document.serialNumber}</SerialNumber>
        )}
      </Fact>
      <Fact label={text.uploaded}>{formatWithZone(Date.parse(document.createdAt))}</Fact>
      <Fact label={text.stamped}>
        {completed && document.processedAt !== null
          ? writeTime(new Date(document.processedAt), spokenLanguage().language, document.timeZone)
          : adminMessages.none}
      </Fact>
      <Fact label={text.size}>
        {writeSize(Number(document.fileSize))}, {document.fileType}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4">
      <dt className="shrink-0 text-sm text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:ml-auto">{children}</dd>
    </div>
  );
}
