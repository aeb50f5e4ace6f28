import {
  type AnyColumn,
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  like,
  lt,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import type { DocumentStatus } from "../../../db/columns/documents.ts";
import { documents } from "../../../db/schema.ts";
import { readSerialPart } from "../../evidence/serial-number.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import type { DocumentSort } from "./finding.schema.ts";
import type { GeneratedMatch } from "./search-text.ts";

/** The filter in terms of table columns. */
export type DocumentCondition = {
  userId: string;
  /** Folded (formats/text/search-text.ts); each must be found. */
  words: string[];
  /** Documents of the service that may match instead, by their names in the reader's language. */
  generated: GeneratedMatch[];
  /** The complete serial number, if the query is one. */
  serialNumber: string | undefined;
  status: DocumentStatus | undefined;
  sha256: string | undefined;
  projectId: string | undefined;
  fileTypes: readonly string[] | undefined;
  from: Date | undefined;
  before: Date | undefined;
};

export async function countMatchingDocuments(db: Database, condition: DocumentCondition): Promise<number> {
  const counted = await db.select({ total: count() }).from(documents).where(matches(condition)).get();
  return counted?.total ?? 0;
}

const orders: Record<DocumentSort, SQL[]> = {
  newest: [desc(documents.createdAt), desc(documents.id)],
  oldest: [asc(documents.createdAt), asc(documents.id)],
  name: [asc(documents.searchText), asc(documents.id)],
  "name-descending": [desc(documents.searchText), desc(documents.id)],
  largest: [sql`cast(${documents.fileSize} as bigint) desc`, desc(documents.id)],
};

/** Sorts only ids and then reads the rows of the page: rows are wide, and sorting copies them. */
export async function listMatchingDocuments(
  db: Database,
  condition: DocumentCondition,
  { sort, limit, offset }: { sort: DocumentSort; limit: number; offset: number },
): Promise<DocumentRow[]> {
  const page = db
    .select({ id: documents.id })
    .from(documents)
    .where(matches(condition))
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset);
  return db
    .select()
    .from(documents)
    .where(inArray(documents.id, page))
    .orderBy(...orders[sort])
    .all();
}

/** Those of these documents that belong to the user. */
export async function listOwnedByIds(db: Database, userId: string, ids: string[]): Promise<DocumentRow[]> {
  return db
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), inArray(documents.id, ids)))
    .all();
}

function matches({
  userId,
  words,
  generated,
  serialNumber,
  status,
  sha256,
  projectId,
  fileTypes,
  from,
  before,
}: DocumentCondition): SQL | undefined {
  const named = or(
    hasWords(words),
    ...generated.map((one) => and(eq(documents.kind, one.kind), hasWords(one.words))),
  );
  return and(
    eq(documents.userId, userId),
    serialNumber === undefined ? named : eq(documents.serialNumber, serialNumber),
    status && eq(documents.status, status),
    sha256 === undefined ? undefined : eq(documents.sha256, sha256),
    projectId === undefined ? undefined : eq(documents.projectId, projectId),
    fileTypes && inArray(documents.fileType, [...fileTypes]),
    from && gte(documents.createdAt, from),
    before && lt(documents.createdAt, before),
  );
}

/** Undefined if there are no words to be found. */
function hasWords(words: readonly string[]): SQL | undefined {
  const found = words.map((word) => {
    const part = readSerialPart(word);
    return or(
      contains(documents.searchText, word),
      part === undefined ? undefined : serialNumberContains(part),
    );
  });
  return and(...found);
}

/** `part`: as `readSerialPart` returns it. */
export function serialNumberContains(part: string): SQL {
  return sql`replace(${documents.serialNumber}, '-', '') like ${`%${part}%`}`;
}

function contains(column: AnyColumn, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql`${like(column, pattern)} escape '\\'`;
}

/** Documents of earlier versions that have no search text yet. */
export async function listWithoutSearchText(db: Database, limit: number): Promise<DocumentRow[]> {
  return db.select().from(documents).where(isNull(documents.searchText)).limit(limit).all();
}

/** Writes it unless someone renamed the document in the meantime. */
export async function writeMissingSearchText(db: Database, id: string, searchText: string): Promise<void> {
  await db
    .update(documents)
    .set({ searchText })
    .where(and(eq(documents.id, id), isNull(documents.searchText)))
    .run();
}
