import { attestedName } from "../../evidence/attestation.ts";
import { writeTimeline } from "../../evidence/timeline.ts";
import type { AttestedContent } from "../../formats/certificate/timeline.ts";
import {
  type DocumentRow,
  isStarted,
  type StartedDocument,
  stampTimeZone,
} from "../../issuing/attestations/document-row.ts";
import { holdsList } from "../documents/kinds/kinds.ts";
import { arrangeEntries, type NumberedEntry } from "./projects.ts";

export type ListedEntry = NumberedEntry & { row: StartedDocument & { stampedSha256: string } };

/**
 * The stamped documents of a project as other people may see them, sorted by the times on their stamps. Versions are
 * numbered only among these and by their attested names, so the numbers reveal neither other documents nor the
 * owner's private names.
 */
export function listStamped(rows: readonly DocumentRow[]): ListedEntry[] {
  const attested = rows.map((row) => ({ ...row, displayName: null }));
  return arrangeEntries(attested.filter(isListed)).filter(isListedEntry).toSorted(byTime);
}

const isListed = (row: DocumentRow): row is ListedEntry["row"] =>
  row.status === "completed" && isStarted(row) && row.stampedSha256 !== null;

const isListedEntry = (entry: NumberedEntry): entry is ListedEntry => isListed(entry.row);

function byTime(a: { row: DocumentRow }, b: { row: DocumentRow }): number {
  return (a.row.processedAt?.getTime() ?? 0) - (b.row.processedAt?.getTime() ?? 0);
}

/** The entries in the form that a PDF lists them, and the list with its commitment (evidence/timeline.ts). */
export function describeEntries(listed: ListedEntry[], exhibits?: string) {
  const entries = listed.map(({ row, version }, index) => ({
    name: row.originalName,
    serialNumber: row.serialNumber,
    time: row.processedAt.getTime(),
    timeZone: stampTimeZone(row),
    content: describeContent(row),
    version,
    isAcknowledgement: row.kind === "acknowledgement",
    exhibit: exhibits === undefined ? undefined : `${exhibits}-${index + 1}`,
  }));
  const { text, ...commitment } = writeTimeline(
    entries.map(({ name, serialNumber, time, content, exhibit }, index) => ({
      number: index + 1,
      time: new Date(time).toISOString().replace(".000Z", "Z"),
      name: attestedName(name),
      serial: serialNumber,
      ...content,
      ...(exhibit === undefined ? {} : { exhibit }),
    })),
  );
  return { entries, list: { text, chain: commitment.chain }, commitment };
}

function describeContent(row: ListedEntry["row"]): AttestedContent {
  if (!holdsList(row)) return { original: row.sha256, stamped: row.stampedSha256 };
  const { files, bytes, root, list } = row.collection;
  return { files, bytes, root, list };
}
