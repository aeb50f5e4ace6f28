import { renameSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Visitor } from "./visitor.ts";

/** Half of the longest delay between two attempts of a job. */
const waitsMs = 6 * 3_600_000;
const timeoutMs = 500_000;

/**
 * Keeps a document in progress for hours, which no API call can: its file is missing at the first attempt, and the next
 * attempt, which would find it, is postponed. Only in the demo's data folder.
 */
export async function keepUnderWay(dataDir: string, client: Visitor, id: string): Promise<void> {
  const db = new Sqlite(join(dataDir, "attestamp.sqlite"));
  const file = findOriginal(db, dataDir, id);
  renameSync(file, `${file}.away`);
  try {
    const begun = client.call("POST", `/api/documents/${id}/process`, {});
    await Promise.all([begun, putOff(db, id)]);
  } finally {
    renameSync(`${file}.away`, file);
    db.close();
  }
}

/** After an error of this kind, the next attempt is a second later. */
async function putOff(db: Sqlite.Database, id: string): Promise<void> {
  const next = "UPDATE jobs SET available_at = ? WHERE subject = ? AND state = 'queued' AND attempts > 0";
  const deadline = Date.now() + timeoutMs;
  while (db.prepare(next).run(Date.now() + waitsMs, id).changes === 0) {
    if (Date.now() > deadline) throw new Error("The document that was to be under way is not.");
    await Bun.sleep(20);
  }
}

function findOriginal(db: Sqlite.Database, dataDir: string, id: string): string {
  const row = db.prepare("SELECT original_path FROM documents WHERE id = ?").pluck().get(id);
  return join(dataDir, String(row));
}
