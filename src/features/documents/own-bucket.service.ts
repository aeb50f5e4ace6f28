import { AppError } from "../../errors.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { printFilesUrl } from "../../platform/files/s3-settings.ts";
import type { Deps } from "../deps.ts";
import { hasAttested } from "../log/log.service.ts";
import { findSomeFile, keysInUse } from "./documents.repo.ts";
import { orphanAgeMs } from "./retention.service.ts";

/**
 * Throws AppError if the bucket has files, but none that the database names, e.g. because the machine of the old
 * database is lost: housekeeping would delete them all. Files may be missing, even all of them: then there is nothing
 * to delete, and the log says it.
 */
export async function requireOwnBucket(
  deps: Pick<Deps, "config" | "db" | "files" | "log" | "now">,
): Promise<void> {
  const { config, db, log, now } = deps;
  if (config.s3 === undefined) return;
  const place = printFilesUrl(config.s3);
  const named = await findSomeFile(db);
  if (named === undefined && (await hasAttested(deps))) return;
  // A new database: files of the last day may be those of a server that starts at the same moment.
  const before = named === undefined ? now() - orphanAgeMs : Number.POSITIVE_INFINITY;
  const owner = await findOwner(deps, before);
  if (owner === "another database") {
    throw new AppError(
      "conflict",
      "bucket-of-another-database",
      "{place} has files, but none of them belongs to a document in the database, and the server would delete them all. Please check FILES_URL, S3_ENDPOINT and DATABASE_URL, or restore a backup of the database first. If no one needs these files, delete all objects there, or choose another prefix or bucket.",
      { params: { place } },
    );
  }
  if (owner === "no files" && named !== undefined) {
    log.error(
      { place, missing: named },
      "The bucket has no file of the documents in the database. Please check FILES_URL and S3_ENDPOINT.",
    );
  }
}

/** Whose the files are that were last written before `before` (ms since 1970). */
async function findOwner(
  { db, files }: Pick<Deps, "db" | "files">,
  before: number,
): Promise<"this database" | "another database" | "no files"> {
  let isEmpty = true;
  for (const area of fileAreas) {
    for await (const batch of files.list(area)) {
      const keys = batch.filter(({ modifiedAt }) => modifiedAt < before).map(({ key }) => key);
      if (keys.length === 0) continue;
      if ((await keysInUse(db, keys)).size > 0) return "this database";
      isEmpty = false;
    }
  }
  return isEmpty ? "no files" : "another database";
}
