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

type Rows = Pick<Scene, "db">;

const advice = "This should never be. Keep a copy of the data folder, and report it; nothing was changed.";
/** More of one kind would tell an operator nothing new. */
const mostNamed = 10;

/** The database itself, and what its rows say of each other, at one moment even while a server writes. */
export const rowChecks: Check<Rows>[] = [
  {
    what: "the database is whole",
    advice: "Keep a copy of it, then put a backup back.",
    faultsOf: (scene) => [
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
    faultsOf: (scene) => scene.db.$client.transaction(() => brokenRules(scene, rules))(),
  };
}

function brokenRules(scene: Rows, rules: RowRules): string[] {
  return Object.values(rules).flatMap((statement) => {
    const found = column(scene, `SELECT * FROM (${statement}) LIMIT ${mostNamed + 1}`);
    return found.length > mostNamed ? [...found.slice(0, mostNamed), "… and more of the same kind"] : found;
  });
}

function column({ db }: Rows, statement: string): string[] {
  return db.$client.prepare(statement).pluck().all().map(String);
}
