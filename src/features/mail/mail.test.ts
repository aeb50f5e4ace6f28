import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { jobs, mails } from "../../../db/schema.ts";
import { transaction } from "../../../db/transaction.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import { JobRunner } from "../../platform/jobs/runner.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import type { Logo } from "../config.ts";
import type { Deps } from "../deps.ts";
import { openMagicLink } from "./magic-links.service.ts";
import { mailJobHandler } from "./mail.job.ts";
import { deleteUserMails, findMail, type MailRow } from "./mail.repo.ts";
import { deleteOldMail, enqueueMail } from "./mail.service.ts";
import { mailJob, type NewMail } from "./mail.ts";

let smtp: TestSmtpServer | undefined;
let server: TestServer;
let clock: number;
const day = 24 * 3_600_000;

beforeEach(() => {
  clock = Date.UTC(2026, 10, 20);
});
afterEach(async () => {
  await smtp?.stop();
  smtp = undefined;
  await server.stop();
});

async function startWith(moods?: Parameters<typeof startTestSmtpServer>[0], url?: string): Promise<Deps> {
  if (moods) smtp = await startTestSmtpServer(moods);
  const smtpUrl = url ?? smtp?.url;
  server = await startTestServer({
    config: { smtpUrl, mailFrom: "stamps@attestamp.test", supportEmail: "help@attestamp.test" },
    deps: { now: () => clock },
  });
  return server.deps;
}

const note: NewMail = {
  to: "ann@example.org",
  subject: "A note",
  letter: { paragraphs: ["It is done."] },
};

const longTimeouts = { connect: 60_000, answer: 60_000 };

/** Sends until the queue is empty, with a clock that skips all delays. */
async function sendAll(deps: Deps, timeouts = longTimeouts): Promise<void> {
  const now = () => (clock += 3_600_000);
  const handler = mailJobHandler(deps, timeouts);
  const handlers = { [mailJob]: handler };
  await new JobRunner({ ...deps, now, handlers }).runUntilEmpty();
}

async function send(
  deps: Deps,
  mail: Partial<NewMail> = {},
  timeouts = longTimeouts,
): Promise<MailRow | undefined> {
  const id = await enqueueMail(deps, { ...note, ...mail });
  await sendAll(deps, timeouts);
  return findMail(deps.db, id);
}

test("a mail arrives once, as text and HTML, from the product, with replies going to support", async () => {
  const deps = await startWith({});
  const row = await send(deps, { toName: "Ann Lee", letter: { ...note.letter, quote: "one\ntwo" } });
  expect(smtp?.received).toHaveLength(1);
  const [{ from, recipients, mail, source } = { from: "", recipients: [""], mail: undefined, source: "" }] =
    smtp?.received ?? [];
  expect([from, recipients]).toEqual(["stamps@attestamp.test", ["ann@example.org"]]);
  expect(mail?.from?.text).toBe('"Attestamp" <stamps@attestamp.test>');
  expect(mail?.replyTo?.text).toBe("help@attestamp.test");
  expect(mail?.subject).toBe("A note");
  expect(mail?.text).toContain("Hello Ann Lee,\n\nIt is done.\n\n> one\n> two");
  expect(mail?.html).toContain("<p>It is done.</p>");
  expect(mail?.messageId).toBe(`<${row?.id}@localhost>`);
  expect(source).toContain("Auto-Submitted: auto-generated");
  expect(row).toMatchObject({ state: "sent", letter: null, lastError: null });
  expect(await deps.db.select().from(jobs).all()).toEqual([]);
});

test("of a sent mail, only its address, its subject and its time are stored", async () => {
  const deps = await startWith({});
  const row = await send(deps, { toName: "Ann Lee", replyTo: "bob@example.org" });
  expect(smtp?.received[0]?.mail.replyTo?.text).toBe("bob@example.org");
  expect(row).toMatchObject({ state: "sent", recipientName: null, replyTo: null, letter: null });
});

test("user input is escaped in the HTML and cannot add a header or a recipient [threat D3] [threat D4]", async () => {
  const deps = await startWith({});
  const wicked = `<a href="//evil.test">'&`;
  await send(deps, {
    toName: `${wicked}\r\nBcc: eve@evil.test`,
    subject: "A note\r\nBcc: eve@evil.test",
    letter: { paragraphs: [wicked], quote: wicked },
  });
  const [got] = smtp?.received ?? [];
  expect(got?.recipients).toEqual(["ann@example.org"]);
  expect(got?.mail.bcc).toBeUndefined();
  expect(got?.source.split("\r\n\r\n")[0]).not.toMatch(/^bcc:/im);
  expect(String(got?.mail.html)).not.toContain('<a href="//evil');
  expect(String(got?.mail.html)).toContain("&lt;a href=&quot;//evil.test&quot;&gt;&#39;&amp;");
});

test("an email to a busy server is sent again until the server accepts it [threat R18]", async () => {
  const deps = await startWith({ onMail: (nth) => (nth < 3 ? "451 Try again later" : undefined) });
  const row = await send(deps);
  expect([smtp?.tries(), smtp?.received.length]).toEqual([3, 1]);
  expect(smtp?.received[0]?.mail.messageId).toBe(`<${row?.id}@localhost>`);
  expect(row?.state).toBe("sent");
});

test("a recipient that the server refuses is not retried, and the row says why", async () => {
  const deps = await startWith({ onRecipient: () => "550 No such user here" });
  const row = await send(deps);
  expect(row).toMatchObject({ state: "failed", letter: null });
  expect(row?.lastError).toContain("550 No such user here");
  expect(smtp?.tries()).toBe(0);
});

test("an unreachable server is retried for a day, then the mail fails [threat R18]", async () => {
  const deps = await startWith(undefined, "smtp://127.0.0.1:1");
  const row = await send(deps);
  expect(row?.state).toBe("failed");
  expect(row?.lastError).toContain("ECONNREFUSED");
  expect((await deps.db.select().from(jobs).get())?.attempts).toBe(9);
});

test("a server that never acknowledges the end of an email does not get the email twice [threat R18]", async () => {
  const deps = await startWith({ onMail: () => "hang" });
  const row = await send(deps, {}, { connect: 60_000, answer: 2_000 });
  await smtp?.untilTried(1);
  expect(smtp?.tries()).toBe(1);
  expect(row?.state).toBe("uncertain");
  expect(await deps.db.select().from(jobs).all()).toEqual([]);
});

test("an attached file arrives complete and is read from the store only when the mail is sent", async () => {
  const deps = await startWith({});
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const temporary = deps.files.temporaryPath();
  await Bun.write(temporary, bytes);
  const finished = { path: temporary, ...(await hashFile(temporary)) };
  const key = await deps.files.keep(finished, "stamped", crypto.randomUUID());
  const attachments = [{ key, fileName: "Stamped_Übergabe “3”.pdf", contentType: "application/pdf" }];
  await send(deps, { letter: { ...note.letter, attachments } });
  const [attached] = smtp?.received[0]?.files ?? [];
  expect(attached?.filename).toBe("Stamped_Übergabe “3”.pdf");
  expect(attached?.contentType).toBe("application/pdf");
  expect(Buffer.compare(attached?.content ?? Buffer.alloc(0), bytes)).toBe(0);
});

test("what a mail asks for is a button below its first paragraph, also in plain text; other links are below the text", async () => {
  const deps = await startWith({});
  const links = [
    { label: "Verify", path: "/verify/1" },
    { label: "Evidence", path: "/evidence" },
  ];
  const paragraphs = ["A document came.", "Keep it."];
  await send(deps, { letter: { paragraphs, links } });
  const [one] = smtp?.received ?? [];
  expect(one?.mail.text).toStartWith(
    `Hello,\n\nA document came.\n\nVerify:\n${server.origin}/verify/1\n\nKeep it.\n\nEvidence:\n`,
  );
  const order = ["A document came.", 'class="button"', ">Verify</a>", "Keep it.", ">Evidence</a>"];
  const places = order.map((part) => String(one?.mail.html).indexOf(part));
  expect(places).toEqual(places.filter((place) => place > 0).toSorted((a, b) => a - b));
  await send(deps, { letter: { paragraphs, links, button: false } });
  expect(smtp?.received[1]?.mail.text).toContain("Keep it.\n\nVerify:\n");
  expect(smtp?.received[1]?.mail.html).not.toContain('class="button"');
});

test("a mail shows our seal and the site's name in the operator's colors, and reading it loads nothing", async () => {
  const deps = await startWith({});
  deps.config.productName = 'Harbor "Notary"';
  deps.config.accent = { "--brand": { light: "#123456", dark: "#abcdef" } };
  await send(deps, { letter: { ...note.letter, links: [{ label: "Open", path: "/" }] } });
  const { mail } = smtp?.received[0] ?? {};
  const [seal, ...others] = mail?.attachments ?? [];
  expect([seal?.contentDisposition, seal?.contentType, others]).toEqual(["inline", "image/png", []]);
  expect(seal?.content.equals(readFileSync(join(import.meta.dir, "seal.png")))).toBe(true);
  // The parser puts the picture in the place of its content ID.
  expect(mail?.html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="" width="36" height="36"/);
  expect(mail?.html).toContain(">Harbor &quot;Notary&quot;</td>");
  expect(mail?.html).toContain("background:#123456");
  expect(mail?.html).toContain("background:#abcdef!important");
  expect(mail?.html).not.toMatch(/(src="|url\()https?:/);
  expect(mail?.text).not.toContain("cid:");
});

test("the operator's logo.png replaces our seal, and attached files stay files", async () => {
  const deps = await startWith({});
  const bytes = Buffer.from("a picture");
  const logo: Logo = { type: "image/png", bytes, width: 192, height: 96 };
  Object.assign(deps.config, { logo, mailLogo: logo, nameBesideLogo: false });
  await send(deps, note);
  const [picture, ...others] = smtp?.received[0]?.mail.attachments ?? [];
  expect([picture?.contentDisposition, others]).toEqual(["inline", []]);
  expect(picture?.content.equals(bytes)).toBe(true);
  expect(smtp?.received[0]?.mail.html).toContain('alt="Attestamp" width="72" height="36"');
});

test("with only a logo.svg, which mail programs don't show, a mail has the site's name instead", async () => {
  const deps = await startWith({});
  deps.config.nameBesideLogo = false;
  deps.config.logo = { type: "image/svg+xml", bytes: Buffer.from("<svg/>"), width: 1, height: 1 };
  await send(deps, note);
  expect(smtp?.received[0]?.mail.attachments).toEqual([]);
  expect(smtp?.received[0]?.mail.html).toContain(">Attestamp</td>");
});

test("a mail whose document was deleted in the meantime is not sent without it", async () => {
  const deps = await startWith({});
  const attachments = [
    { key: `stamped/${crypto.randomUUID()}`, fileName: "a.pdf", contentType: "application/pdf" },
  ];
  const row = await send(deps, { letter: { ...note.letter, attachments } });
  expect(row).toMatchObject({
    state: "failed",
    lastError: "The document was deleted before the email was sent.",
  });
  expect(smtp?.received).toEqual([]);
});

test("a link counts as mailed only if the mail server accepted its email [threat X8]", async () => {
  const answers = [undefined, "554 Refused", "hang"];
  const deps = await startWith({ onMail: (nth) => answers[nth - 1] });
  const sendLink = async (subject: string) => {
    const secret = { purpose: "shared-project", subject, lifetimeMs: 365 * day } as const;
    const letter = { paragraphs: [], links: [{ label: "Open", path: "/share#", secret }] };
    const row = await send(deps, { letter }, { connect: 60_000, answer: 2_000 });
    const mailed = sqlOf(deps.db).prepare("SELECT mailed_at FROM secret_links WHERE subject = ?").pluck();
    return [row?.state, mailed.get(subject) !== null];
  };
  expect(await sendLink("accepted")).toEqual(["sent", true]);
  expect(await sendLink("refused")).toEqual(["failed", false]);
  expect(await sendLink("unknown")).toEqual(["uncertain", false]);
  deps.config.smtpUrl = undefined;
  expect(await sendLink("saved")).toEqual(["saved", false]);
});

test("a magic link gets its token when the mail is sent, and the database never contains it", async () => {
  const deps = await startWith({});
  const secret = { purpose: "password-reset", subject: "user-1", lifetimeMs: day } as const;
  await send(deps, { letter: { paragraphs: [], links: [{ label: "Open", path: "/reset#", secret }] } });
  const text = smtp?.received[0]?.mail.text ?? "";
  const token = /\/reset#([\w-]{43})/.exec(text)?.[1] ?? "";
  expect(text).toContain(`${server.origin}/reset#`);
  expect(await openMagicLink(deps, "password-reset", token)).toBe("user-1");
  expect(await openMagicLink(deps, "shared-document", token)).toBeUndefined();
  expect(JSON.stringify(sqlOf(deps.db).prepare("SELECT * FROM mails, secret_links").all())).not.toContain(
    token,
  );
  clock += day;
  expect(await openMagicLink(deps, "password-reset", token)).toBeUndefined();
});

test("without a mail server a mail becomes a file in the outbox that mail programs can open", async () => {
  const deps = await startWith();
  const row = await send(deps);
  const folder = join(deps.config.dataDir, "outbox");
  const names = readdirSync(folder);
  expect(names).toEqual([`2026-11-20T00-00-00-000Z-${row?.id}.eml`]);
  const mail = await simpleParser(readFileSync(join(folder, names[0] ?? "")));
  expect([mail.subject, mail.text?.trim()]).toEqual([
    "A note",
    `Hello,\n\nIt is done.\n\n-- \nAttestamp\n${server.origin}`,
  ]);
  expect(row?.state).toBe("saved");
});

test("the recipient of a mail is deleted after a month", async () => {
  const deps = await startWith({});
  const row = await send(deps);
  clock = (row?.endedAt?.getTime() ?? 0) + 29 * day;
  await deleteOldMail(deps);
  expect(await deps.db.select().from(mails).all()).toHaveLength(1);
  clock += day + 1;
  await deleteOldMail(deps);
  expect(await deps.db.select().from(mails).all()).toEqual([]);
});

test("a mail that is queued in a transaction that fails is never sent", async () => {
  const deps = await startWith({});
  await expect(
    transaction(deps, async (deps) => {
      await enqueueMail(deps, note);
      throw new Error("on second thoughts");
    }),
  ).rejects.toThrow("on second thoughts");
  await sendAll(deps);
  expect(smtp?.received).toEqual([]);
});

test("mail queued on behalf of a deleted user is no longer sent", async () => {
  const deps = await startWith({});
  await enqueueMail(deps, { ...note, userId: "user-1" });
  await enqueueMail(deps, { ...note, userId: "user-2" });
  await deleteUserMails(deps.db, "user-1");
  await sendAll(deps);
  expect(smtp?.received).toHaveLength(1);
  expect(await deps.db.select().from(jobs).all()).toEqual([]);
});
