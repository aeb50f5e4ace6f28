import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ne } from "drizzle-orm";
import { closeDatabase, openDatabase } from "../../../db/client.ts";
import { jobs } from "../../../db/schema.ts";
import { endMail, markRefused } from "../../features/mail/mail.repo.ts";
import { enqueueMail } from "../../features/mail/mail.service.ts";
import { mailJob } from "../../features/mail/mail.ts";
import { postponeJob, takeJob } from "../../platform/jobs/jobs.repo.ts";
import { makeTestFolder } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";

let folder: string;
let smtp: TestSmtpServer;

beforeAll(async () => {
  folder = makeTestFolder();
  smtp = await startTestSmtpServer({
    onRecipient: (address) => (address === "nobody@example.org" ? "550 No such user here" : undefined),
  });
});
afterAll(async () => {
  await smtp.stop();
  rmSync(folder, { recursive: true, force: true });
});

const mailTest = (address: string, settings: Record<string, string> = {}) =>
  run(["mail", "test", address], settings);

async function run(words: string[], settings: Record<string, string> = {}) {
  const program = join(import.meta.dir, "../../main.ts");
  const child = Bun.spawn([process.execPath, program, ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: folder, ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, said: (out + err).trim() };
}

test("the operator tests the mail settings and sees the mail server's message", async () => {
  const settings = {
    SMTP_URL: smtp.url,
    MAIL_FROM: "stamps@example.org",
    ORIGIN: "https://stamps.example.org",
  };
  expect(await mailTest("ann@example.org", settings)).toEqual({
    code: 0,
    said: "The mail server accepted the email from stamps@example.org to ann@example.org.",
  });
  expect(smtp.received[0]?.mail.subject).toBe("Attestamp: a test");
  expect(smtp.received[0]?.ehloName).toBe("stamps.example.org");
  const refused = await mailTest("nobody@example.org", settings);
  expect(refused.code).toBe(1);
  expect(refused.said).toContain("550 No such user here");
});

test("without a mail server the command says where the email was written", async () => {
  const { code, said } = await mailTest("ann@example.org");
  expect(code).toBe(0);
  const [name = ""] = readdirSync(join(folder, "outbox"));
  expect(said).toBe(`SMTP_URL is not set: the email was written to ${join(folder, "outbox", name)}`);
});

test("an invalid address is refused", async () => {
  expect(await mailTest("ann@example.org,eve@example.org")).toEqual({
    code: 1,
    said: "Invalid email address",
  });
});

test("the operator sees which emails are waiting or have failed, with the mail server's message", async () => {
  expect(await run(["mail", "list"])).toEqual({
    code: 0,
    said: "No email is waiting, and none has failed in the last 30 days.",
  });
  const db = openDatabase(join(folder, "attestamp.sqlite"));
  const at = Date.parse("2026-11-20T19:11:00Z");
  const queue = (to: string) =>
    enqueueMail({ db, now: () => at }, { to, subject: "A note", letter: { paragraphs: [] } });
  const [waiting, failed, uncertain, sent] = await Promise.all(
    ["ann", "bob", "eve", "joe"].map((name) => queue(`${name}@a.test`)),
  );
  await markRefused(db, waiting ?? "", "451 Try again\r\nlater");
  const job = await takeJob(db, {
    owner: "node",
    kind: mailJob,
    now: at,
    leaseUntil: at + 1,
    about: [waiting ?? ""],
  });
  if (job) await postponeJob(db, job, at + 3_600_000, "Error: 451");
  await endMail(db, failed ?? "", { state: "failed", at, lastError: "550 No such user" });
  await endMail(db, uncertain ?? "", { state: "uncertain", at, lastError: "The connection ended." });
  await endMail(db, sent ?? "", { state: "sent", at });
  await db
    .delete(jobs)
    .where(ne(jobs.subject, waiting ?? ""))
    .run();
  await closeDatabase(db);
  expect((await run(["mail", "list"])).said.split("\n")).toEqual([
    "Waiting to be sent: 1",
    "  2026-11-20 19:11 UTC | ann@a.test | A note | tried once | next 2026-11-20 20:11 UTC | 451 Try again later",
    "",
    "Possibly sent; the mail server did not confirm it: 1",
    "  2026-11-20 19:11 UTC | eve@a.test | A note | The connection ended.",
    "",
    "Failed, will not be retried: 1",
    "  2026-11-20 19:11 UTC | bob@a.test | A note | 550 No such user",
  ]);
});
