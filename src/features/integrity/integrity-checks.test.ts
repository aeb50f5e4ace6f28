import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync, cpSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sql } from "drizzle-orm";
import { SqliteEngine } from "../../../db/sqlite-engine.ts";
import { rotateRoot } from "../../platform/keys/rotate-pki-keys.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";
import { plans } from "../billing/plans.ts";
import { enqueueMail } from "../mail/mail.service.ts";
import { rowChecks } from "./integrity-checks.ts";

const folders: string[] = [];
let intactFolder: string;
let changeable: Sqlite.Database;

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}

/** A data folder with one document in each state, a queued email, and a signed-in user. */
beforeAll(async () => {
  intactFolder = newFolder();
  const server = await startWorkingServer({ config: { dataDir: intactFolder } });
  const person = await newPerson(server);
  expect((await processFile(person, (await uploadFile(person)).id)).status).toBe("completed");
  await uploadFile(person, "later.pdf");
  await server.stop();
  const db = new Sqlite(join(intactFolder, "attestamp.sqlite"));
  db.exec(`INSERT INTO documents (id, user_id, original_name, original_path, file_type, file_size, sha256, status, created_at)
    SELECT 'failed', user_id, original_name, original_path, file_type, file_size, sha256, 'error', created_at
    FROM documents WHERE status = 'uploaded'`);
  db.close();
  const { deps, stop } = await startTestServer({ config: { dataDir: intactFolder } });
  await enqueueMail(deps, { to: "ann@example.org", subject: "A note", letter: { paragraphs: ["Done."] } });
  await stop();
  changeable = openWithoutConstraints(copyOfSound());
});
afterAll(() => {
  changeable.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function copyOfSound(): string {
  const folder = newFolder();
  cpSync(intactFolder, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

/** The database of a folder, opened so that invalid rows can be written. */
function openWithoutConstraints(folder: string): Sqlite.Database {
  const client = new Sqlite(join(folder, "attestamp.sqlite"));
  client.pragma("foreign_keys = OFF");
  client.pragma("ignore_check_constraints = ON");
  return client;
}

function changeIn(folder: string, statements: string): void {
  const client = openWithoutConstraints(folder);
  client.exec(statements);
  client.close();
}

const fileIn = (folder: string, area: string) => join(folder, area, readdirSync(join(folder, area))[0] ?? "");

const removeIn = (folder: string, area: string) => {
  for (const name of readdirSync(join(folder, area))) rmSync(join(folder, area, name));
};

test("a folder with documents in every state and mails in the queue passes", async () => {
  await assertIntegrity(intactFolder);
});

/** Gives the only account free credits for this reason, without anything that explains them. */
function enter(reason: string, credits: number): string {
  return `INSERT INTO credit_entries (id, user_id, credits, reason, subject, created_at)
    SELECT 'c', id, ${credits}, '${reason}', 'nothing', 0 FROM users`;
}

/** A purchase of that account without a payment. */
function buy(plan: string, amount: number, stamps: number | null): string {
  return `INSERT INTO purchases (id, user_id, plan, amount, stamps, state, created_at, settled_at)
    SELECT 'p', id, '${plan}', ${amount}, ${stamps}, 'paid', 0, 0 FROM users`;
}

const shareColumns =
  "id, project_id, downloads, created_at, expires_at, recipient, acknowledged_at, acknowledged_by, acknowledgement_id";

/** A link to a project of that account. */
function share(acknowledged: string): string {
  return `INSERT INTO projects (id, user_id, name, created_at) SELECT 'p', id, 'Roof', 0 FROM users;
    INSERT INTO project_shares (${shareColumns}) VALUES ('s', 'p', 'none', 0, 0, ${acknowledged})`;
}

/** A violation of each rule, and its expected report. */
const rows: [string, string][] = [
  ["UPDATE users SET free_credits = -1", "has -1 free credits"],
  ["UPDATE users SET is_deleted = 1", "is deleted but still signed in"],
  [
    `UPDATE users SET is_deleted = 1; INSERT INTO access_tokens (id, user_id, name, secret_sha256, scopes, created_at)
     SELECT 't', id, 'a program', 'x', '[]', 0 FROM users`,
    "is deleted but still has an access token",
  ],
  ["UPDATE users SET is_deleted = 1", "is deleted but still has personal data"],
  ["UPDATE users SET is_deleted = 1", "still has the name of a deleted account"],
  ["UPDATE users SET referral_count = 2", "counts 2 referrals"],
  ["DELETE FROM stamp_usage", "(completed) has used no stamp"],
  ["UPDATE stamp_usage SET document_id = 'failed'", "document failed (error) has used a stamp"],
  ["UPDATE stamp_usage SET user_id = 'another'", "was paid for by account another"],
  [
    `INSERT INTO stamp_usage (id, user_id, document_id, plan, taken_at)
     SELECT value, user_id, 'gone' || value, 'trial', 0 FROM stamp_usage, json_each('[1, 2, 3]')`,
    "has taken 4 stamps of the trial",
  ],
  ["UPDATE stamp_usage SET plan = 'bundle'", "has used more stamps of bundle than were bought"],
  [
    `DROP INDEX purchases_payment_intent_unique;
     INSERT INTO purchases (id, user_id, plan, amount, payment_intent, state, created_at)
     SELECT value, users.id, 'bundle', 5999, 'pi_1', 'closed', 0 FROM users, json_each('[1, 2]')`,
    "payment pi_1 is in 2 purchases",
  ],
  ["UPDATE users SET free_credits = 5", "has 5 free credits, and 0 were entered for it"],
  [enter("granted", 3), "was granted 3 credits that are not in the audit log"],
  [enter("referral", 2), "has 2 credits for a referral that never happened"],
  [enter("found", 1), "has 1 credits for no reason (found)"],
  [enter("redeemed", -1), "spent a credit on nothing"],
  [buy("payper", 0, 1), "cost nothing but used no credit"],
  [buy("bundle", 5999, 35), "purchase p is paidbut has no payment"],
  [buy("bundle", 5999, 350), "purchase p of bundle has 350 stamps"],
  [buy("smallbundle", 1999, null), "purchase p of smallbundle has unlimited stamps"],
  ["UPDATE stamp_usage SET plan = 'gold'", "has used a stamp of gold"],
  ["UPDATE stamp_usage SET plan = 'unlimited'", "was stamped on a subscription that was not paid then"],
  [
    `${buy("unlimited", 999, null)}; UPDATE purchases SET subscription_id = 'sub', period_end = 1, created_at = 0;
     UPDATE stamp_usage SET plan = 'unlimited'`,
    "was stamped on a subscription that was not paid then",
  ],
  ["UPDATE stamp_usage SET returned_at = 1", "but only 0 stamps were used for them"],
  ["UPDATE documents SET payment_completed = 'true'", 'is marked "true", its payments say "false"'],
  [
    "DROP INDEX documents_serial_number_unique; UPDATE documents SET serial_number = 'AT-1'",
    "AT-1 is on 3 documents",
  ],
  ["UPDATE documents SET serial_number = NULL", "is completed, but part of it is missing"],
  ["UPDATE documents SET status = 'uploaded'", "(uploaded) has a stamped copy or a certificate"],
  [
    "UPDATE documents SET status = 'processing'",
    "is being processed without a serial number, a time or an original",
  ],
  ["UPDATE documents SET status = 'processing'", "is being processed but has no job"],
  ["UPDATE documents SET original_path = NULL", "has an original and a time of deletion, or neither"],
  ["UPDATE documents SET processed_at = created_at - 1000", "was processed before it was uploaded"],
  ["DELETE FROM certificates", "is completed but has no certificate"],
  ["DELETE FROM certificates", "entry 0 of the log has no certificate"],
  ["UPDATE documents SET status = 'error'", "is of a document that is not completed"],
  ["DELETE FROM time_stamps WHERE about = 'stamped'", "has a timestamp for only one of its files"],
  ["UPDATE certificates SET entry_index = NULL", "is not in the log"],
  [
    `INSERT INTO jobs (id, kind, subject, state, available_at, created_at)
     VALUES ('j', 'stamp-document', 'failed', 'running', 0, 0)`,
    "job j (running) is of a document that is error",
  ],
  ["UPDATE jobs SET state = 'running'", "is running without a lease"],
  ["DELETE FROM jobs", "is queued but has no job"],
  ["UPDATE mails SET state = 'sent'", "is sent but still has a job or its text"],
  [
    `${share("NULL, NULL, NULL, NULL")}; UPDATE documents SET project_id = 'p'; UPDATE projects SET user_id = 'another'`,
    "is in a project of another account",
  ],
  [
    `UPDATE documents SET kind = 'timeline', timeline = '{"entries":1,"chain":""}' WHERE status = 'uploaded'`,
    "is a timeline certificate or an acknowledgment that was stored and not stamped",
  ],
  ["UPDATE documents SET collection = '{}'", "has too few or other facts than its kind"],
  ["UPDATE documents SET kind = 'collection'", "has too few or other facts than its kind"],
  ["UPDATE documents SET kind = 'timeline'", "has too few or other facts than its kind"],
  [
    "UPDATE documents SET file_type = 'application/vnd.attestamp.collection'",
    "has too few or other facts than its kind",
  ],
  ["UPDATE documents SET acknowledgement = '{}'", "has too few or other facts than its kind"],
  [share("'ann@example.org', 1, NULL, NULL"), "link s is only half acknowledged"],
  [share("NULL, 1, 'Ann', 'gone'"), "link s is only half acknowledged"],
  [share("'ann@example.org', 1, 'Ann', 'gone'"), "link s was acknowledged, but no document records it"],
  [
    share("'ann@example.org', 1, 'Ann', 'failed'"),
    "document failed is the acknowledgment of a link and of nothing",
  ],
  [
    `${share("'ann@example.org', 1, 'Ann', 'failed'")};
     INSERT INTO project_shares (${shareColumns}) SELECT 'again', ${shareColumns.slice(4)} FROM project_shares`,
    "document failed is the acknowledgment of 2 links",
  ],
  ["UPDATE documents SET user_id = 'nobody'", "documents names a row that is not there"],
];

for (const [statements, sentence] of rows) {
  test(`the check finds: ${sentence} [threat R17]`, async () => {
    const found: string[] = [];
    const undo = new Error("undone");
    const changed = new SqliteEngine(changeable).db.transaction(async (db) => {
      for (const statement of statements.split(";")) await db.run(sql.raw(statement));
      for (const check of rowChecks) found.push(...(await check.findIssues({ db, config: { plans } })));
      throw undo;
    });
    await expect(changed).rejects.toBe(undo);
    expect(found.join("\n")).toContain(sentence);
  });
}

const dayAgo = new Date(Date.now() - 27 * 3_600_000);

/** Damage to files and signed data while no server runs, and its expected report. */
const damages: Record<string, (folder: string) => void> = {
  "its timestamp of the original is not valid (malformed)": (folder) =>
    changeIn(folder, "UPDATE time_stamps SET token = x'00'"),
  "its attestation is not valid": (folder) => changeIn(folder, "UPDATE certificates SET attestation = 'x'"),
  "does not agree with the entries": (folder) =>
    changeIn(folder, "UPDATE registry_entries SET entry = zeroblob(32)"),
  "its stamped copy was changed on disk": (folder) => {
    chmodSync(fileIn(folder, "stamped"), 0o644);
    writeFileSync(fileIn(folder, "stamped"), "other bytes");
  },
  "its certificate is missing": (folder) => rmSync(fileIn(folder, "certificates")),
  "its timestamp of the original is not valid (untrusted)": (folder) => rmSync(join(folder, "keys/root.pem")),
  "its external timestamp of the stamped copy is not valid (wrong-imprint)": (folder) =>
    changeIn(
      folder,
      `INSERT INTO time_stamps SELECT * FROM (SELECT serial_number, 'stamped', 1, token, time, authority, renew_before FROM time_stamps WHERE about = 'original')`,
    ),
  "its original is missing.": (folder) => removeIn(folder, "originals"),
  "document failed: its original is missing": (folder) => removeIn(folder, "originals"),
  "has no folder originals": (folder) => rmSync(join(folder, "originals"), { recursive: true }),
  "belongs to no document": (folder) => {
    const stray = join(folder, "originals", crypto.randomUUID());
    writeFileSync(stray, "nobody's");
    utimesSync(stray, dayAgo, dayAgo);
  },
  "tmp/half was left behind": (folder) => {
    writeFileSync(join(folder, "tmp/half"), "half");
    utimesSync(join(folder, "tmp/half"), dayAgo, dayAgo);
  },
  "keys/attestation.jwk can be read by others (mode 644)": (folder) =>
    chmodSync(join(folder, "keys/attestation.jwk"), 0o644),
  "keys/counters.jwk can be read by others (mode 640)": (folder) =>
    chmodSync(join(folder, "keys/counters.jwk"), 0o640),
  "keys/counters.jwk is damaged": (folder) => writeFileSync(join(folder, "keys/counters.jwk"), "{}"),
  "attestamp.sqlite can be read by others (mode 644)": (folder) =>
    chmodSync(join(folder, "attestamp.sqlite"), 0o644),
};

for (const [sentence, damage] of Object.entries(damages)) {
  test(`the check finds: ${sentence} [threat R17]`, async () => {
    const folder = copyOfSound();
    damage(folder);
    await expect(assertIntegrity(folder)).rejects.toThrow(sentence);
  });
}

test("after a new root, and after a stolen one, everything under earlier roots passes", async () => {
  const folder = copyOfSound();
  for (const why of ["replaced", "stolen"] as const) {
    rotateRoot(folder, { organization: "Attestamp", origin: "http://localhost" }, new Date(), why);
    await assertIntegrity(folder);
  }
});

test("a file that was just written is left to the sweep [threat R17]", async () => {
  const folder = copyOfSound();
  writeFileSync(join(folder, "originals", crypto.randomUUID()), "about to get its row");
  await assertIntegrity(folder);
});
