import { closeDatabase } from "../../db/client.ts";
import { openDataFolder } from "../features/integrity/data-folder.ts";
import { findIssues, integrityChecks } from "../features/integrity/integrity-checks.ts";
import type { S3Settings } from "../platform/files/s3-settings.ts";
import { readConfig } from "../server/read-config.ts";
import { findTestDatabase } from "./test-postgres.ts";

/** Runs all integrity checks. Throws one Error with all violations; `now` is in ms since 1970. */
export async function assertIntegrity(dataDir: string, now = Date.now, s3?: S3Settings): Promise<void> {
  const dataFolder = await openDataFolder(
    { ...readConfig({ DATA_DIR: dataDir }), s3, databaseUrl: findTestDatabase(dataDir) },
    now,
  );
  try {
    const issues: string[] = [];
    for (const check of integrityChecks)
      issues.push(...(await findIssues(check, dataFolder)).map((issue) => `${check.what}: ${issue}`));
    if (issues.length > 0) throw new Error(`The data folder is damaged:\n  ${issues.join("\n  ")}`);
  } finally {
    await closeDatabase(dataFolder.db);
  }
}
