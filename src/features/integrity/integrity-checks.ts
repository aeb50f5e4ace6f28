import { sql } from "drizzle-orm";
import { type Database, sqliteOf } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { findCheckpoint } from "../../issuing/log/log.repo.ts";
import { readOwnLog } from "../../issuing/log/published-log.service.ts";
import { readStoredCheckpoint, storedCheckpointPath } from "../../issuing/log/stored-checkpoint.service.ts";
import type { Plans } from "../billing/plans.ts";
import type { Config } from "../config.ts";
import type { Check, DataFolder } from "./check.ts";
import {
  accountRules,
  adoptionRules,
  documentRules,
  ledgerRules,
  paymentRules,
  projectRules,
  queueRules,
  type RowRules,
  stampRules,
  unstampedRules,
} from "./invariants.ts";
import { fileChecks } from "./orphan-files.ts";
import { secretsCheck } from "./secrets-check.ts";

type Rows = { db: Database; config: Pick<Config, "plans"> };

const advice =
  "This should never happen. Keep a copy of the data folder, and report it; nothing was changed.";
/** Maximum number of messages per kind; more would not help an operator. */
const maxNamed = 10;

/** The database itself, and the consistency of its rows in one snapshot, even while a server writes. */
export const rowChecks: Check<Rows>[] = [
  {
    what: "the database is intact",
    advice: "Keep a copy of it, then restore a backup.",
    findIssues: ({ db }) => findDamage(db),
  },
  {
    what: "the database can store every character",
    advice:
      "Stop the servers. As an administrator of PostgreSQL, run: CREATE DATABASE attestamp_utf8 OWNER attestamp ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0; Copy the rows with pg_dump and psql, and name the new database in DATABASE_URL.",
    findIssues: async ({ db }) => {
      if (db.engine !== "postgres") return [];
      const { findNarrowEncoding } = await import("../../../db/postgres-migrations.ts");
      const encoding = await findNarrowEncoding(db);
      return encoding === undefined ? [] : [`its encoding is ${encoding}: names with other characters fail`];
    },
  },
  buildCheck("accounts", () => accountRules),
  buildCheck(
    "stamps and credits",
    (plans) => ({ ...stampRules(plans), ...ledgerRules(plans) }),
    "If you lowered the documents of a plan in site.json or with TRIAL_DOCUMENTS, older accounts may have more. Otherwise, " +
      `${advice.charAt(0).toLowerCase()}${advice.slice(1)}`,
  ),
  buildCheck("payments", () => paymentRules),
  buildCheck("documents and certificates", () => documentRules),
  buildCheck("adopted services", () => adoptionRules),
  buildCheck("projects and their links", () => projectRules),
  buildCheck(
    "timelines and acknowledgments",
    () => unstampedRules,
    "An earlier version was stopped before it stamped them. Start the server: it stamps them within an hour, without using stamps of a plan. If it doesn't, its log says why.",
  ),
  buildCheck("jobs and mails", () => queueRules),
];

function buildCheck(what: string, rulesFor: (plans: Plans) => RowRules, toDo = advice): Check<Rows> {
  return {
    what,
    advice: toDo,
    findIssues: ({ db, config }) => db.readSnapshot((db) => findBrokenRules(db, rulesFor(config.plans))),
  };
}

/** PostgreSQL checks its pages and its references itself. */
async function findDamage(db: Database): Promise<string[]> {
  if (db.engine === "postgres") return [];
  const damage = sqliteOf(db).prepare("PRAGMA integrity_check(10)").pluck().all().map(String);
  const dangling = await readColumn(
    db,
    "SELECT DISTINCT \"table\" || ' names a row that is not there' FROM pragma_foreign_key_check",
  );
  return [...damage.filter((found) => found !== "ok"), ...dangling];
}

async function findBrokenRules(db: Database, rules: RowRules): Promise<string[]> {
  const broken: string[] = [];
  for (const statement of Object.values(rules)) {
    const found = await readColumn(db, `SELECT * FROM (${statement}) AS broken LIMIT ${maxNamed + 1}`);
    broken.push(...found.slice(0, maxNamed));
    if (found.length > maxNamed) broken.push("… and more of the same kind");
  }
  return broken;
}

async function readColumn(db: Database, statement: string): Promise<string[]> {
  const rows = await db.values(sql.raw(statement));
  return rows.map(([value]) => String(value));
}

/** The public log: recomputed from its entries, and compared with earlier signatures. */
const logCheck: Check = {
  what: "the public log",
  advice: "Run verify-log for details. If nothing else works, restore a backup.",
  findIssues: async (dataFolder) => {
    // Read first: the log may grow in the meantime, but never shrink.
    const kept = readStoredCheckpoint(storedCheckpointPath(dataFolder.config.dataDir));
    if (kept === undefined && (await findCheckpoint(dataFolder.db)) === undefined) return [];
    return findLogIssues(dataFolder, kept);
  },
};

async function findLogIssues(dataFolder: DataFolder, kept: string | undefined): Promise<string[]> {
  try {
    await checkLog(await readOwnLog(dataFolder), kept);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Conditions that every data folder must meet at any moment, whatever is running and however a server ended. */
export const integrityChecks: Check[] = [...rowChecks, ...fileChecks, logCheck, secretsCheck];

/** The violations of a check; a check that fails to run counts as one. */
export async function findIssues<Part>(check: Check<Part>, dataFolder: Part): Promise<string[]> {
  return (await runCheck(check, dataFolder)).issues;
}

/** The same, with what to do about them. */
export async function runCheck<Part>(
  check: Check<Part>,
  part: Part,
): Promise<{ issues: string[]; advice: string }> {
  const advice = typeof check.advice === "string" ? check.advice : check.advice(part);
  try {
    return { issues: await check.findIssues(part), advice };
  } catch (error) {
    if (isStoreAway(error)) return { issues: [describeStore(error)], advice: storeAdvice };
    return { issues: [error instanceof Error ? error.message : String(error)], advice };
  }
}

const storeAdvice =
  "Nothing says that a file is missing: do not restore a backup for this. Check S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, and that the bucket answers; then run doctor again.";

const isStoreAway = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "file-store-unreachable";

function describeStore({ message, cause }: AppError): string {
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
