import { z } from "zod";
import { AppError } from "../../errors.ts";
import { hasAttested, type LogIds, readLogIds } from "../../issuing/log/log.service.ts";
import { fileAreas, type OwnerMarker } from "../../platform/files/object-store.ts";
import { printFilesUrl } from "../../platform/files/s3-settings.ts";
import { printPlace } from "../config.ts";
import type { Deps } from "../deps.ts";
import { findSomeFile, keysInUse } from "./documents.repo.ts";
import { orphanAgeMs } from "./retention.service.ts";

/**
 * The owner of a bucket: a database, known by its logs. Its rows keep them when they are moved, backed up and restored,
 * and no other database has them.
 */
const ownerSchema = z.object({
  /** Where the database is, for messages. Without a host name, which containers change at each start. */
  database: z.string(),
  log: z.string(),
  retiredLogs: z.array(z.string()),
});

type Owner = z.infer<typeof ownerSchema>;

/** Throws AppError with the owner of the bucket if that is another database, which would not know of our files. */
export async function requireBucketOf(
  { db }: Pick<Deps, "db">,
  { config, files }: Pick<Deps, "config" | "files">,
): Promise<void> {
  if (files.marker === undefined) return;
  // First the marker: a server that starts at the same moment writes it after it has created the log.
  await requireOurs({ config, db }, files.marker, await files.marker.read());
}

/** `text` is the marker's; undefined without one. */
async function requireOurs(
  { config, db }: Pick<Deps, "config" | "db">,
  marker: OwnerMarker,
  text: string | undefined,
): Promise<void> {
  if (config.s3 === undefined || text === undefined) return;
  const owner = parseOwner(text);
  if (owner && isOurs(owner, await readLogIds({ db }))) return;
  throw new AppError(
    "conflict",
    "bucket-owned",
    "{place} belongs to another database, {owner}. Please check FILES_URL, S3_ENDPOINT and DATABASE_URL, or choose another prefix or bucket. If that database is no longer used, delete the object {marker} there.",
    {
      params: {
        place: printFilesUrl(config.s3),
        owner: owner?.database ?? "which cannot be read",
        marker: marker.name,
      },
    },
  );
}

/** Makes this database the owner of its bucket, once it has a log. Throws AppError if another one was faster. */
export async function claimBucket(deps: Pick<Deps, "config" | "db" | "files">): Promise<void> {
  const { config, db } = deps;
  const { marker } = deps.files;
  const { current, retired } = await readLogIds({ db });
  if (marker === undefined || current === undefined) return;
  const text = await marker.read();
  await requireOurs(deps, marker, text);
  const database = config.databaseUrl ? printPlace(config) : `${config.dataDir} of ${config.origin}`;
  const own = JSON.stringify({ database, log: current, retiredLogs: retired } satisfies Owner);
  if (text === own) return;
  await marker.write(own, text === undefined);
  await requireOurs(deps, marker, await marker.read());
}

function parseOwner(text: string): Owner | undefined {
  try {
    return ownerSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/**
 * The log of the owner is ours, even if we have retired it since. Or it follows one that we have retired, too: a backup
 * was restored, and `log end` says that it continues. A database whose own log was retired is outdated.
 */
function isOurs({ log, retiredLogs }: Owner, { current, retired }: LogIds): boolean {
  return log === current || retired.includes(log) || retiredLogs.some((earlier) => retired.includes(earlier));
}

/**
 * Throws AppError if the bucket belongs to another database, or has files, but none that the database names, e.g.
 * because the machine of the old database is lost: housekeeping would delete them all. Files may be missing, even all
 * of them: then there is nothing to delete, and the log says it.
 */
export async function requireOwnBucket(
  deps: Pick<Deps, "config" | "db" | "files" | "log" | "now">,
): Promise<void> {
  const { config, db, log, now } = deps;
  if (config.s3 === undefined) return;
  await requireBucketOf(deps, deps);
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
