import { sqliteOf } from "../../../db/client.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { findCheckpoint } from "../log/log.repo.ts";
import { readOwnLog } from "../log/published-log.service.ts";
import { readStoredCheckpoint, storedCheckpointPath } from "../log/stored-checkpoint.service.ts";
import type { Check, Scene } from "./check.ts";
import {
  accountRules,
  documentRules,
  ledgerRules,
  paymentRules,
  queueRules,
  type RowRules,
  stampRules,
} from "./invariants.ts";
import { fileChecks } from "./orphan-files.ts";
import { secretsCheck } from "./secrets-check.ts";

type Rows = Pick<Scene, "db">;

const advice = "This should never be. Keep a copy of the data folder, and report it; nothing was changed.";
/** Maximum number of messages of one kind; more would not help an operator. */
const maxNamed = 10;

/** The database itself, and the consistency of its rows in one snapshot, even while a server writes. */
export const rowChecks: Check<Rows>[] = [
  {
    what: "the database is whole",
    advice: "Keep a copy of it, then put a backup back.",
    findIssues: (scene) => [
      ...column(scene, "PRAGMA integrity_check(10)").filter((found) => found !== "ok"),
      ...column(
        scene,
        "SELECT DISTINCT \"table\" || ' names a row that is not there' FROM pragma_foreign_key_check",
      ),
    ],
  },
  checkOf("accounts", accountRules),
  checkOf(
    "stamps and credits",
    { ...stampRules, ...ledgerRules },
    "If the stamps of a plan were lowered in src/features/billing/plans.ts, older accounts may have more. Otherwise, " +
      `${advice.charAt(0).toLowerCase()}${advice.slice(1)}`,
  ),
  checkOf("payments", paymentRules),
  checkOf("documents and certificates", documentRules),
  checkOf("jobs and mails", queueRules),
];

function checkOf(what: string, rules: RowRules, toDo = advice): Check<Rows> {
  return {
    what,
    advice: toDo,
    findIssues: (scene) => sqliteOf(scene.db).transaction(() => brokenRules(scene, rules))(),
  };
}

function brokenRules(scene: Rows, rules: RowRules): string[] {
  return Object.values(rules).flatMap((statement) => {
    const found = column(scene, `SELECT * FROM (${statement}) LIMIT ${maxNamed + 1}`);
    return found.length > maxNamed ? [...found.slice(0, maxNamed), "… and more of the same kind"] : found;
  });
}

function column({ db }: Rows, statement: string): string[] {
  return sqliteOf(db).prepare(statement).pluck().all().map(String);
}

/** The public log: recomputed from its entries, and compared with earlier signatures. */
const logCheck: Check = {
  what: "the public log",
  advice: "verify-log says more. If nothing else helps, put a backup back.",
  findIssues: async (scene) => {
    // Read first: the log may grow meanwhile, but never shrink.
    const kept = readStoredCheckpoint(storedCheckpointPath(scene.config.dataDir));
    if (kept === undefined && (await findCheckpoint(scene.db)) === undefined) return [];
    return faultOf(scene, kept);
  },
};

async function faultOf(scene: Scene, kept: string | undefined): Promise<string[]> {
  try {
    await checkLog(await readOwnLog(scene), kept);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Conditions that every data folder must meet at any moment, whatever is running and however a server ended. */
export const integrityChecks: Check[] = [...rowChecks, ...fileChecks, logCheck, secretsCheck];

/** The violations of a check; a check that fails to run counts as one. */
export async function findIssues<Part>(check: Check<Part>, scene: Part): Promise<string[]> {
  try {
    return await check.findIssues(scene);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
