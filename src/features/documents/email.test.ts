import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import sharp from "sharp";
import { mails } from "../../../db/schema.ts";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { JobEvents } from "../../platform/jobs/job-events.ts";
import { lengthenWaits } from "../../platform/jobs/test-long-waits.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  findFile,
  newPerson,
  newSender,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { emailDocuments } from "./email.service.ts";

let smtp: TestSmtpServer;
let server: TestServer;
let owner: TestClient;
let mood: string | undefined;
const jobEvents = new JobEvents();
const waits = lengthenWaits(jobEvents);

beforeAll(async () => {
  smtp = await startTestSmtpServer({ onRecipient: () => mood });
  server = await startWorkingServer({ config: { smtpUrl: smtp.url }, deps: { jobEvents } });
  owner = await newSender(server, "jane@example.org");
});
beforeEach(() => {
  mood = undefined;
  waits.areLong = true;
});
afterEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});

let completed: Promise<string> | undefined;
async function completedDocument(): Promise<string> {
  completed ??= uploadFile(owner, "Übergabe – lease.pdf")
    .then(({ id }) => processFile(owner, id))
    .then(({ id }) => id);
  return completed;
}

/** Downloads a file as the page behind an emailed link does: the token is in a form, never in an address. */
async function download(file: string, mail = "", page = server): Promise<Response> {
  const [, token = ""] = /\/shared#(\S+)/.exec(mail) ?? [];
  return fetch(`${page.origin}/api/shared/${file}`, {
    method: "POST",
    body: new URLSearchParams({ token }),
  });
}

test("dashboard: a completed document is emailed with its stamped copy and its certificate [spec 2 email-sent]", async () => {
  const id = await completedDocument();
  const answer = await owner.post(`/api/documents/${id}/email`, {
    email: "ann@example.org",
    name: "Ann Lee",
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    state: "sent",
    message: "The mail server accepted the message for ann@example.org.",
    code: "mail-sent",
    params: { recipient: "ann@example.org" },
  });
  const [{ recipients, mail, files } = { recipients: [], mail: undefined, files: undefined }] = smtp.received;
  expect(recipients).toEqual(["ann@example.org"]);
  const visible = (words = "") => words.replaceAll("\u2060", "");
  expect(visible(mail?.subject)).toBe(
    "“Übergabe – lease.pdf” from “Jane Doe”: a stamped document and its certificate",
  );
  const [, jws = ""] = /\/verify\/AT-\S+#(\S+)/.exec(mail?.text ?? "") ?? [];
  expect(checkAttestation(jws, publicJwks(server.deps.signingKeys.all))).toHaveProperty("attestation.name");
  expect(String(mail?.html)).toContain(`#${jws}"`);
  expect(mail?.text).toContain("Hello Ann Lee,");
  expect(mail?.text).toContain(
    '"Jane Doe" is sending you a document through Attestamp, a service that puts a date on documents that anyone can check.',
  );
  expect(mail?.text).toContain("Checking the document is free, and you don't need an account.");
  expect(mail?.text).toContain("With the evidence pack, anyone can check the document even without us.");
  expect(mail?.text).not.toContain("download it again");
  expect(mail?.text).toContain('We show the name "Jane Doe" as the sender entered it (not checked).');
  expect(mail?.text).toContain(`${server.origin}/verify/AT-`);
  const pack = await download("evidence", mail?.text);
  expect(pack.headers.get("content-disposition")).toContain("Evidence_");
  const packed = Object.keys(unzipSync(await pack.bytes()));
  expect([packed.includes("README.txt"), packed.includes("original.asics")]).toEqual([true, false]);
  expect(files?.map(({ filename }) => filename)).toEqual([
    "Stamped_Übergabe – lease.pdf",
    "Certificate_of_Affidavit_Übergabe – lease.pdf",
  ]);
  for (const [part, area] of (["stamped", "certificates"] as const).entries()) {
    const { dataDir } = server.deps.config;
    const kept = readFileSync(join(dataDir, findFile(dataDir, area, id)));
    expect(files?.[part]?.content.equals(kept)).toBe(true);
  }
});

test("a sender can add one line, in which nothing becomes a link, and choose the language of the email", async () => {
  const id = await completedDocument();
  const answer = await owner.post(`/api/documents/${id}/email`, {
    email: "ann@example.org",
    name: "Ann Lee",
    note: "See you\r\nBcc: eve@evil.example <b>at</b> www.evil.example",
    language: "es",
  });
  expect(answer.status).toBe(200);
  const [{ mail, recipients } = { mail: undefined, recipients: [] }] = smtp.received;
  expect(recipients).toEqual(["ann@example.org"]);
  const visible = (words = "") => words.replaceAll("\u2060", "");
  expect(visible(mail?.subject)).toBe(
    "“Übergabe – lease.pdf” de “Jane Doe”: un documento sellado y su certificado",
  );
  expect(mail?.text).toStartWith("Hola Ann Lee:");
  expect(mail?.text).toContain("cualquiera puede comprobar el documento incluso sin nosotros.");
  expect(visible(mail?.text)).toContain("> See you Bcc: eve@evil.example <b>at</b> www.evil.example");
  for (const address of ["evil.example", "eve@"]) {
    expect(mail?.text).not.toContain(address);
    expect(String(mail?.html)).not.toContain(address);
  }
  expect(String(mail?.html)).toContain('<html lang="es">');
  expect(String(mail?.html)).not.toContain("<b>at");
  const stored = await server.deps.db.select().from(mails).all();
  expect(JSON.stringify(stored)).not.toContain("Übergabe");
  const tooLong = await owner.post(`/api/documents/${id}/email`, {
    email: "ann@example.org",
    note: "x".repeat(201),
  });
  expect([tooLong.status, tooLong.body.message]).toEqual([400, "Please use at most 200 characters"]);
});

test("email dialog: the email is required, the name is optional [spec 5 email-dialog] [spec 7 email-document]", async () => {
  const id = await completedDocument();
  const without = await owner.post(`/api/documents/${id}/email`, { name: "Ann" });
  expect([without.status, without.body.message]).toEqual([400, "Invalid email address"]);
  const answer = await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect(answer.status).toBe(200);
  expect(smtp.received[0]?.mail.text).toStartWith("Hello,");
});

test("only one plain address is accepted: no list, no group, no line break, no quoted local part [threat D4]", async () => {
  const id = await completedDocument();
  const wicked = [
    "a@b.example\r\nBcc: v@x.example",
    "a@b.example,d@e.example",
    '"x@evil.example y"@b.example',
    "<a@b.example>",
    "friends: a@b.example;",
    `${"a".repeat(250)}@b.example`,
    "",
    ["a@b.example"],
  ];
  for (const email of wicked) {
    const answer = await owner.post(`/api/documents/${id}/email`, { email });
    expect([email, answer.status]).toEqual([email, 400]);
  }
  const link = await owner.post(`/api/documents/${id}/email`, {
    email: "a@b.example",
    name: "see www.evil.example",
  });
  expect(link.status).toBe(400);
  expect(smtp.received).toEqual([]);
});

test("no name in a mail to a stranger becomes a link, not even from an account created before names were validated [threat D3]", async () => {
  const person = await newSender(server, "ann.lee@example.org", ["Ann", "Lee"]);
  const { id } = await processFile(person, (await uploadFile(person)).id);
  const rename = sqlOf(server.deps.db).prepare(
    "UPDATE users SET first_name = 'Win at bit.ly/abc', last_name = 'or me@evil.example' WHERE first_name = 'Ann'",
  );
  rename.run();
  const answer = await person.post(`/api/documents/${id}/email`, {
    email: "bob@example.org",
    name: "Bob",
  });
  expect(answer.status).toBe(200);
  const { text = "", html } = smtp.received[0]?.mail ?? {};
  for (const part of [text, String(html)]) {
    expect(part).not.toMatch(/bit\.ly|me@evil|evil\.(com|example)/);
    expect(part.replaceAll("\u2060", "").replaceAll("&quot;", '"')).toContain(
      'We show the name "Win at bit.ly/abc or me@evil.example" as the sender entered it (not checked).',
    );
  }
});

test("a recipient's name must be a name, not a message, a number or an address [threat A21]", async () => {
  const id = await completedDocument();
  const send = (name: string) => owner.post(`/api/documents/${id}/email`, { email: "ann@example.org", name });
  const characters =
    "Please use only letters, spaces, apostrophes, hyphens, periods, commas and & in the name";
  const refused: Record<string, string> = {
    "Your account is blocked: call 0800 123": characters,
    "Ann 2": characters,
    "ann@example.org": characters,
    "Ann\nLee": characters,
    "Ann (urgent!)": characters,
    "evil.com": "Please write a space after each period in the name",
    "see pay.example now": "Please write a space after each period in the name",
    [`Ann ${"e".repeat(57)}`]: "Name too long",
  };
  for (const [name, message] of Object.entries(refused)) {
    const answer = await send(name);
    expect([name, answer.status, answer.body.message]).toEqual([name, 400, message]);
  }
  expect(smtp.received).toEqual([]);
  for (const name of [
    "J.R. O’Neill-Smith",
    "Dr. Ana María",
    "Doe & Partners, Inc.",
    "محمد علی‌زاده",
    "王小明",
    "e".repeat(60),
  ]) {
    sqlOf(server.deps.db).exec("DELETE FROM rate_limits");
    expect([name, (await send(name)).status]).toEqual([name, 200]);
  }
});

test("replies go to the sender's confirmed address, and no email is sent without one [threat A21]", async () => {
  const id = await completedDocument();
  await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect(smtp.received[0]?.mail.replyTo?.text).toBe("jane@example.org");
  smtp.received.length = 0;
  const confirm = (at: number | null, email: string | null) =>
    sqlOf(server.deps.db)
      .prepare("UPDATE users SET email_confirmed_at = ?, email = ? WHERE email_key = 'jane@example.org'")
      .run(at, email);
  confirm(null, "service@bank.example");
  const unconfirmed = await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect([unconfirmed.status, unconfirmed.body.message]).toEqual([
    403,
    "Please confirm your email address first. Your account page sends you the link again.",
  ]);
  confirm(null, null);
  const missing = await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect([missing.status, missing.body.message]).toEqual([
    403,
    "Please enter your email address on your account page and confirm it first.",
  ]);
  expect(smtp.received).toEqual([]);
  confirm(1, "jane@example.org");
});

test("one mailbox gets at most 20 documents a day, across all senders and spellings [threat A21]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1, smtpUrl: smtp.url } });
  try {
    const senders = [];
    for (const name of ["ann", "ben", "cleo", "dora", "emil"]) {
      const sender = await newSender(strict, `${name}@example.org`);
      senders.push({ sender, id: (await processFile(sender, (await uploadFile(sender)).id)).id });
    }
    const statuses = [];
    for (let mail = 0; mail < 21; mail += 1) {
      const { sender, id } = senders[mail % 5] ?? { id: "" };
      const email = `victim${mail % 2 ? "+x" : ""}@Example.org`;
      statuses.push((await sender?.post(`/api/documents/${id}/email`, { email }))?.status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  } finally {
    await strict.stop();
  }
});

test("one mailbox sends at most 20 documents a day, across all accounts that confirmed it [threat A21]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1, smtpUrl: smtp.url } });
  try {
    const statuses = [];
    for (let account = 0; account < 5; account += 1) {
      const sender = await newSender(strict, `m.allory+${account}@gmail.com`);
      const { id } = await processFile(sender, (await uploadFile(sender)).id);
      for (let mail = 0; mail < 5; mail += 1) {
        const email = `stranger-${account}-${mail}@example.org`;
        statuses.push((await sender.post(`/api/documents/${id}/email`, { email })).status);
      }
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), ...Array<number>(5).fill(429)]);
  } finally {
    await strict.stop();
  }
});

test("unavailable: a document that is not yet processed cannot be emailed [spec 8 unavailable-server] [threat D5]", async () => {
  const { id } = await uploadFile(owner);
  const answer = await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect([answer.status, answer.body.message]).toEqual([404, "This document hasn't been processed yet."]);
});

test("roles: a user cannot email another person's document, and nothing is sent [spec 6 own-documents-email] [threat D5]", async () => {
  const id = await completedDocument();
  const stranger = await newPerson(server);
  const answer = await stranger.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect([answer.status, answer.body.message]).toEqual([404, "This document does not exist."]);
  expect(smtp.received).toEqual([]);
});

test("the sender learns immediately that an address was refused", async () => {
  const id = await completedDocument();
  mood = "550 No such user";
  const answer = await owner.post(`/api/documents/${id}/email`, { email: "nobody@example.org" });
  expect(answer.status).toBe(503);
  expect(answer.body.message).toBe("The mail server refused the message. Please check the address.");
});

test("a mail that has to wait is reported as waiting", async () => {
  const id = await completedDocument();
  mood = "451 Greylisted";
  const answer = await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  expect([answer.status, answer.body.state]).toEqual([200, "queued"]);
  expect(answer.body.message).toBe("The mail server has not accepted the message yet. We'll keep trying.");
});

test("a mail server that hangs does not delay users or documents", async () => {
  const id = await completedDocument();
  mood = "hang";
  waits.areLong = false;
  const answering = owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  const next = await uploadFile(owner);
  expect((await processFile(owner, next.id)).status).toBe("completed");
  const answer = await answering;
  expect([answer.status, answer.body.state]).toEqual([200, "queued"]);
  // The mail server has not answered yet.
  const all = await server.deps.db.select().from(mails).orderBy(mails.createdAt).all();
  expect(all.at(-1)?.lastError).toBeNull();
}, 600_000);

test("a document is emailed at most 5 times an hour, and a user sends at most 20 mails a day [threat D5]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1 } });
  try {
    const sender = await newPerson(strict);
    const { id } = await uploadFile(sender);
    await processFile(sender, id);
    const send = async () =>
      (await sender.post(`/api/documents/${id}/email`, { email: "a@b.example" })).status;
    for (let mail = 1; mail <= 5; mail += 1) expect([mail, await send()]).toEqual([mail, 200]);
    expect(await send()).toBe(429);
    for (let mail = 7; mail <= 20; mail += 1) {
      sqlOf(strict.deps.db).exec("DELETE FROM rate_limits WHERE bucket LIKE 'mailsPerDocument%'");
      expect([mail, await send()]).toEqual([mail, 200]);
    }
    sqlOf(strict.deps.db).exec("DELETE FROM rate_limits WHERE bucket LIKE 'mailsPerDocument%'");
    expect(await send()).toBe(429);
    expect(await strict.deps.db.select().from(mails).all()).toHaveLength(19);
  } finally {
    await strict.stop();
  }
});

test("without a mail server the answer says that the message was saved, and it is in the outbox", async () => {
  const bare = await startWorkingServer();
  try {
    const sender = await newPerson(bare);
    const { id } = await uploadFile(sender);
    await processFile(sender, id);
    const answer = await sender.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
    expect(answer.body).toEqual({
      success: true,
      state: "saved",
      message: "This site can't send email yet. We saved the message for the people who run it.",
      code: "mail-saved",
    });
    expect(readdirSync(join(bare.deps.config.dataDir, "outbox"))).toHaveLength(1);
  } finally {
    await bare.stop();
  }
});

test("files too large for a mail are linked: one document, 14 days, no account required [threat E2]", async () => {
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const patient = await startWorkingServer({ config: { smtpUrl: smtp.url }, deps: { now } });
  try {
    const sender = await newSender(patient, "jane@example.org");
    const padded = new Uint8Array(18 * 1024 * 1024).fill(0x20);
    padded.set(smallPdf());
    const { id } = await uploadFile(sender, "scan.pdf", padded);
    await processFile(sender, id);
    await sender.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
    const [{ mail, files } = { mail: undefined, files: undefined }] = await smtp.untilReceived(1);
    expect(files).toEqual([]);
    const get = (file: string, text = mail?.text) => download(file, text, patient);
    const downloaded = await get("download");
    const { dataDir } = patient.deps.config;
    const key = findFile(dataDir, "stamped", id);
    const kept = readFileSync(join(dataDir, key));
    expect(Buffer.from(await downloaded.arrayBuffer()).equals(kept)).toBe(true);
    expect(downloaded.headers.get("content-disposition")).toStartWith(
      'attachment; filename="Stamped_scan.pdf"',
    );
    expect(downloaded.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(downloaded.headers.get("cache-control")).toBe("private, no-store");
    expect((await get("certificate")).headers.get("content-type")).toBe("application/pdf");
    expect((await get("evidence")).headers.get("content-type")).toBe("application/zip");
    const picture = await get("picture");
    const { format, height } = await sharp(await picture.bytes()).metadata();
    expect([picture.headers.get("cache-control"), format, height]).toEqual([
      "private, no-store",
      "webp",
      192,
    ]);
    for (const file of ["download", "picture"]) expect((await get(file, "/shared#wrong")).status).toBe(404);
    const [, token = ""] = /\/shared#(\S+)/.exec(mail?.text ?? "") ?? [];
    const earlier = await fetch(`${patient.origin}/api/shared/download?token=${token}`);
    expect(Buffer.from(await earlier.arrayBuffer()).equals(kept)).toBe(true);
    clock.ahead = 14 * 24 * 3_600_000;
    expect((await get("download")).status).toBe(404);
    expect((await get("evidence")).status).toBe(404);
    expect((await get("picture")).status).toBe(404);
    clock.ahead = 0;
    await sender.send("DELETE", `/api/documents/${id}`);
    expect(existsSync(join(dataDir, key))).toBe(false);
    expect((await get("download")).status).toBe(404);
  } finally {
    await patient.stop();
  }
});

test("where others confirm the log later, an email says to download the evidence pack again", async () => {
  const id = await completedDocument();
  const { config } = server.deps;
  const { otsCalendars } = config;
  config.otsCalendars = ["https://calendar.example"];
  try {
    await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
    await owner.post(`/api/documents/${id}/email`, { email: "ana@example.org", language: "es" });
  } finally {
    config.otsCalendars = otsCalendars;
  }
  const received = await smtp.untilReceived(2);
  const textTo = (address: string) =>
    received.find(({ recipients }) => recipients.includes(address))?.mail.text;
  expect(textTo("ann@example.org")).toContain(
    "Soon after stamping, it lacks what others confirm later: download it again then.",
  );
  expect(textTo("ana@example.org")).toContain(
    "le falta lo que otros confirman más tarde: descárguelo entonces de nuevo.",
  );
});

test("no mail contains a token where a server or a proxy would log it: every token follows a # [threat E7]", async () => {
  const id = await completedDocument();
  await owner.post(`/api/documents/${id}/email`, { email: "ann@example.org" });
  const addresses = smtp.received.at(-1)?.mail.text?.match(/https?:\S+/g) ?? [];
  expect(addresses.some((address) => new URL(address).hash.length > 40)).toBe(true);
  expect(addresses.filter((address) => new URL(address).search !== "")).toEqual([]);
});

test("an admin's mail finds a client's document by its serial number, however it is typed", async () => {
  const id = await completedDocument();
  const { body } = await owner.get(`/api/documents/${id}`);
  const typed = String(body.serialNumber).toLowerCase().replaceAll("-", " ");
  const answer = await emailDocuments(
    server.deps,
    {
      id: "boss",
      username: "boss",
      isAdmin: true,
      hasAdminPassword: true,
      firstName: null,
      lastName: null,
      email: null,
    },
    { serialNumber: typed, email: "jane@example.org" },
  );
  expect(answer.state).toBe("sent");
  const received = smtp.received.find(({ recipients }) => recipients.includes("jane@example.org"));
  expect(received?.mail.text).toContain("Hello Jane Doe,");
  expect(received?.files).toHaveLength(2);
});

test("the email of a collection names its SHA256SUMS, in English and Spanish", async () => {
  const sender = await newSender(server, "sums@example.org");
  const { id } = await attestFiles(sender, makeFiles(2));
  const mailed = [];
  for (const language of ["en", "es"]) {
    const answer = await sender.post(`/api/documents/${id}/email`, { email: "ann@example.org", language });
    expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
    mailed.push(smtp.received.at(-1));
  }
  const [english, spanish] = mailed.map((received) => received?.mail.text);
  expect(english).toContain("SHA256SUMS (the list of its files) and its Certificate of Attestation");
  expect(spanish).toContain("SHA256SUMS (la lista de sus archivos) y su certificado de atestación");
  expect(mailed[0]?.files.map(({ filename }) => filename)[0]).toStartWith("SHA256SUMS");
});
