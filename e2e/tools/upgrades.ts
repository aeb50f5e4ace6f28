/**
 * `bun run upgrades [--sqlite] [--keep]`: for each released version, checks out its commit, lets people use it, and
 * starts this version on what it left: a data folder and, without --sqlite, a PostgreSQL database with a bucket. Checks
 * that everyone has everything, that all of it verifies, and what going back costs (docs/upgrading.md).
 * --keep only writes the data folder of the oldest release into the archive that `bun run check` upgrades.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../src/testing/free-port.ts";
import { startObjectStore } from "../../src/testing/object-store.ts";
import { startPostgres } from "../../src/testing/test-postgres.ts";
import { keepDataFolder, tryUpgrade } from "./upgrades/upgrade.ts";
import { checkOut, keptArchive, listVersions, type Version } from "./upgrades/versions.ts";

const option = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { sqlite: option, keep: option } });
// Servers that root starts become ordinary users, who must be able to read the program.
const scratch = mkdtempSync(join(tmpdir(), "attestamp-upgrades-"));
await Bun.$`chmod 755 ${scratch}`;
const cluster = values.sqlite || values.keep ? undefined : await startCluster();
try {
  for (const [number, version] of (await listVersions()).entries()) {
    const program = join(scratch, `version-${number}`);
    await checkOut(version, program);
    if (values.keep) {
      const place = { folder: program, port: await freePort(), settings: {} };
      await keepDataFolder(version, program, place, keptArchive);
      break;
    }
    await attempt(version, program, "SQLite", {});
    if (cluster && version.hasPostgres)
      await attempt(version, program, "PostgreSQL", cluster.settings(`version_${number}`));
  }
} finally {
  await cluster?.stop();
  rmSync(scratch, { recursive: true, force: true });
}

async function attempt(
  version: Version,
  program: string,
  engine: string,
  settings: Record<string, string>,
): Promise<void> {
  const folder = join(program, engine);
  mkdirSync(folder);
  console.log(`== ${version.name} (${version.commit}), ${engine}`);
  try {
    await tryUpgrade(version, program, { folder, port: await freePort(), settings }, console.log);
    console.log("passed");
  } catch (error) {
    console.log(`failed: ${String(error)}`);
    console.log(await Bun.file(join(folder, "server.log")).text());
    process.exitCode = 1;
  }
}

async function startCluster() {
  const postgres = await startPostgres();
  const store = await startObjectStore();
  return {
    settings(name: string): Record<string, string> {
      const s3 = store.newBucket();
      return {
        DATABASE_URL: postgres.makeDatabase(name, "template1"),
        KEYS_SECRET: "a secret of the servers that only this test uses",
        FILES_URL: `s3://${s3.bucket}`,
        S3_ENDPOINT: s3.endpoint ?? "",
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      };
    },
    async stop() {
      await postgres.stop();
      await store.stop();
    },
  };
}
