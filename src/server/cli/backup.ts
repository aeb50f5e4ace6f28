import { resolve } from "node:path";
import { AppError } from "../../errors.ts";
import { type MadeBackup, makeBackup } from "../../features/backup/make-backup.service.ts";
import { readConfig } from "../read-config.ts";
import { actAsOwner } from "./drop-root.ts";

/** Copies the data folder to a path, even while a server uses it. Throws AppError with a message for the operator. */
export async function backup(path: string, like?: string): Promise<void> {
  const { dataDir, databaseUrl } = readConfig();
  if (databaseUrl !== undefined) {
    throw new AppError(
      "conflict",
      "backup-of-postgres",
      "The rows are in PostgreSQL: back them up with pg_dump, and the documents with versioning of the bucket (docs/scaling.md).",
    );
  }
  const asWriter = actAsOwner(dataDir)?.asRoot;
  const made = await makeBackup({ dataDir, path: resolve(path), like, now: Date.now, asWriter });
  console.log(describeBackup(resolve(path), made));
  const wrong = [
    ...made.missing.map((key) => `${key} is missing in the data folder.`),
    ...made.damaged.map(
      (key) => `${key} was changed in the data folder; the backup contains it as it was found.`,
    ),
  ];
  if (wrong.length > 0) {
    throw new AppError("internal", "backup-with-damaged-files", "{found}", {
      params: { found: wrong.join("\n") },
    });
  }
}

function describeBackup(
  path: string,
  { files, bytes, linked, madeAt, unshared, filesUrl }: MadeBackup,
): string {
  const shared = linked > 0 ? `, ${linked} of them shared with the earlier backup` : "";
  return [
    `The backup ${path} is complete: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB${shared}, as of ${madeAt}.`,
    ...(unshared === undefined ? [] : [`It shares nothing with the earlier backup: ${unshared}`]),
    ...(filesUrl === undefined
      ? []
      : [`It does not contain the documents: they are in ${filesUrl}. Protect the bucket with versioning.`]),
    "It contains this server's secret keys. Anyone who has it can sign in the server's name: keep it as safe as the server.",
  ].join("\n");
}
