import { AppError } from "../../errors.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { printFilesUrl } from "../../platform/files/s3-settings.ts";
import type { Deps } from "../deps.ts";
import { hasAttested } from "../log/log.service.ts";
import { keysInUse, listSomeFiles } from "./documents.repo.ts";
import { orphanAgeMs } from "./retention.service.ts";

const filesToTry = 20;

/**
 * Throws AppError if the bucket does not belong to the database. With a new database, e.g. because the machine of the
 * old one is lost, housekeeping would delete every document in the bucket; with another bucket, documents would be
 * stored in two places.
 */
export async function requireOwnBucket(deps: Pick<Deps, "config" | "db" | "files" | "now">): Promise<void> {
  const { config, db, files, now } = deps;
  if (config.s3 === undefined) return;
  const place = printFilesUrl(config.s3);
  const keys = await listSomeFiles(db, filesToTry);
  if (keys.length === 0) {
    if ((await hasAttested(deps)) || !(await hasFileBefore(files, now() - orphanAgeMs))) return;
    throw new AppError(
      "conflict",
      "bucket-of-another-database",
      "{place} holds documents, but the database is new, and the server would delete them. Please check FILES_URL and DATABASE_URL, or restore a backup of the database first.",
      { params: { place } },
    );
  }
  for (const key of keys) if (await files.exists(key)) return;
  const [missing] = await keysInUse(db, keys);
  if (missing === undefined) return;
  throw new AppError(
    "conflict",
    "bucket-without-documents",
    "{place} has no file of the documents in the database, e.g. {key}. Please check FILES_URL and S3_ENDPOINT.",
    { params: { place, key: missing } },
  );
}

async function hasFileBefore(files: Deps["files"], before: number): Promise<boolean> {
  for (const area of fileAreas) {
    for await (const batch of files.list(area)) {
      if (batch.some(({ modifiedAt }) => modifiedAt < before)) return true;
    }
  }
  return false;
}
