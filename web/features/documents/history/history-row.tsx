import { Link } from "@tanstack/react-router";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { SerialNumber } from "../../../components/serial-number.tsx";
import { formatRelative, formatWithZone } from "../../../lib/format.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import { translateDocumentError } from "../document-error.ts";
import { showDocumentName } from "../document-name.ts";
import { SmallPicture } from "../page-picture.tsx";
import { RowActions, type RowActionsProps } from "./row-actions.tsx";
import { StatusMark } from "./status-badge.tsx";

const text = documentsMessages.history;

type HistoryRowProps = RowActionsProps & { now: number };

export function HistoryRow(props: HistoryRowProps) {
  const { document, now } = props;
  return (
    <li className="grid grid-cols-mark gap-x-4 gap-y-2 border-t border-line py-3 last:pb-0 sm:grid-cols-mark-action sm:items-center">
      <SmallPicture document={document} />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere" translate="no">
          {showDocumentName(document.displayName, document.generated)}
        </p>
        <DocumentDetails document={document} now={now} />
        {document.status === "error" && document.errorMessage && (
          <p className="text-sm text-bad wrap-anywhere">{translateDocumentError(document)}</p>
        )}
      </div>
      <RowActions {...props} />
    </li>
  );
}

/** For a collection: its files, which stay on their owner's device. */
function describeSize({ collection, fileSize }: DocumentView): string {
  if (collection === null) return writeSize(Number(fileSize));
  return documentsMessages.collections.count(collection.fileCount, writeSize(collection.totalBytes));
}

/** The first line below the name: the state unless it is the usual one, size, pages, age, serial number. */
export function DocumentDetails({ document, now }: { document: DocumentView; now: number }) {
  const created = Date.parse(document.createdAt);
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-sm text-muted tabular-nums">
      <StatusMark status={document.status} />
      <span>{describeSize(document)}</span>
      {document.pages !== null && <span>{text.pages(document.pages)}</span>}
      <span>
        <time dateTime={document.createdAt} title={formatWithZone(created)}>
          {formatRelative(created, now)}
        </time>
      </span>
      {document.status === "completed" && document.serialNumber && (
        <span>
          <Link
            to="/verify/$serialNumber"
            params={{ serialNumber: document.serialNumber }}
            className="link inline-flex min-h-6 items-center"
          >
            <SerialNumber>{document.serialNumber}</SerialNumber>
          </Link>
        </span>
      )}
    </p>
  );
}
