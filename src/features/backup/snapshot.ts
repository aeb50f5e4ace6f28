import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { closeDatabase, type Database, openDatabaseCopy, sqliteOf } from "../../../db/client.ts";
import { documents } from "../../../db/schema.ts";
import { stateFiles } from "../../../db/state-files.ts";
import { AppError } from "../../errors.ts";
import { realDisk } from "../../platform/files/disk.ts";

/** A stored file that the database refers to. `sha256` is null if the row has none. */
export type NamedFile = {
  documentId: string;
  what: "original" | "stamped" | "certificate";
  key: string;
  sha256: string | null;
};

/**
 * Copies the database in its current state into the folder, while others use it. Returns the opened copy. Throws
 * AppError if the copy is damaged.
 */
export async function takeSnapshot(live: Database, folder: string, sync = realDisk.sync): Promise<Database> {
  const path = join(folder, stateFiles.database);
  sqliteOf(live).prepare("VACUUM INTO ?").run(path);
  // A copy must not contain what a power failure could still undo: a running server syncs its commits after they are
  // visible.
  const wal = `${sqliteOf(live).name}-wal`;
  if (existsSync(wal)) await sync(wal);
  const copy = openDatabaseCopy(path);
  const found = sqliteOf(copy).pragma("integrity_check(1)", { simple: true });
  if (found === "ok") return copy;
  await closeDatabase(copy);
  throw new AppError(
    "unavailable",
    "backup-database-damaged",
    "The database is damaged ({found}): no backup was made.",
    { params: { found: String(found) } },
  );
}

/** Every file that the rows refer to, document by document. */
export async function* filesNamed(db: Database): AsyncGenerator<NamedFile> {
  const statement = db
    .select({
      id: documents.id,
      original: documents.originalPath,
      stamped: documents.processedPath,
      certificate: documents.certificatePath,
      sha256: documents.sha256,
      stampedSha256: documents.stampedSha256,
      certificateSha256: documents.certificateSha256,
    })
    .from(documents)
    .where(sql`${documents.id} > ${sql.placeholder("after")}`)
    .orderBy(documents.id)
    .limit(500)
    .prepare();
  for (let after = ""; ; ) {
    const rows = await statement.all({ after });
    for (const { id, ...row } of rows) {
      after = id;
      const about = { documentId: id };
      if (row.original) yield { ...about, what: "original", key: row.original, sha256: row.sha256 };
      if (row.stamped) yield { ...about, what: "stamped", key: row.stamped, sha256: row.stampedSha256 };
      if (row.certificate)
        yield { ...about, what: "certificate", key: row.certificate, sha256: row.certificateSha256 };
    }
    if (rows.length === 0) return;
  }
}
