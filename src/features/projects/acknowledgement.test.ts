import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { pageTexts, qpdfVerdict, run } from "../../testing/inspect.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  newSender,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";
import { deleteExpiredMagicLinks } from "../mail/magic-links.repo.ts";
import type { OpenedShare, ShareView } from "./shares.output.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

const visitor = () => createTestClient(server.origin);

async function createProject(client: TestClient, names: string[]): Promise<string> {
  const { body } = await client.post("/api/projects", { name: "Roof of 12 Oak Street" });
  const id = String(body.id);
  for (const [index, name] of names.entries()) await addDocument(client, id, name, index + 1);
  return id;
}

async function addDocument(
  client: TestClient,
  project: string,
  name: string,
  pages = 1,
): Promise<DocumentView> {
  const { id } = await uploadFile(client, name, smallPdf(pages));
  const document = await processFile(client, id);
  await client.post(`/api/projects/${project}/entries`, { ids: [id] });
  return document;
}

let asked = 0;

/** Requests an acknowledgment and reads the link in the email, which stays in the outbox of a server without SMTP. */
async function ask(
  client: TestClient,
  project: string,
  { email = `smith-${++asked}@example.org`, ...input }: { email?: string; [field: string]: unknown } = {},
  headers = {},
) {
  const path = `/api/projects/${project}/acknowledgements`;
  const { status, text } = await client.post(path, { email, ...input }, headers);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  const outbox = join(server.deps.config.dataDir, "outbox");
  const mail = readdirSync(outbox)
    .map((name) => readFileSync(join(outbox, name), "utf8"))
    .find((text) => text.includes(email));
  const words = (mail ?? "").replace(/=\r?\n/g, "").replaceAll("=3D", "=");
  const token = /\/share#([\w-]{43})/.exec(words)?.[1] ?? "";
  return { email, token, words };
}

async function open(token: string, input = {}): Promise<NonNullable<OpenedShare["project"]>> {
  const { text } = await visitor().post("/api/share/open", { token, ...input });
  const { project }: OpenedShare = JSON.parse(text);
  if (!project) throw new Error(text);
  return project;
}

const acknowledge = (input: object) => visitor().post("/api/share/acknowledge", input);

async function readShares(client: TestClient, project: string): Promise<ShareView[]> {
  return JSON.parse((await client.get(`/api/projects/${project}/shares`)).text);
}

/** The stamped copy of a document as a file. */
async function download(client: TestClient, id: string): Promise<string> {
  const answer = await fetch(`${server.origin}/api/documents/${id}/download`, {
    headers: { cookie: client.cookie() },
  });
  const folder = join(server.deps.config.dataDir, "test-downloads");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.pdf`);
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
  return path;
}

test("when a client presses the button once, the project gets a stamped entry that uses no stamp of the plan", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf", "After.pdf"]);
  const before = await jane.get("/api/subscription/status");
  const { token, email, words } = await ask(jane, project, { name: "Bob Smith", note: "Please by Friday" });
  for (const part of ["Jane Doe", "not checked", "Roof of 12 Oak Street", "Please by Friday"])
    expect(words).toContain(part);
  const shown = await open(token);
  expect(shown.acknowledgement).toEqual({ givenAt: null, name: "Bob Smith" });
  const given = await acknowledge({
    token,
    list: shown.list,
    name: " Bob\u202e Smith ",
    message: "The gutter\nis missing",
  });
  expect([given.status, given.body.name]).toEqual([200, "Bob Smith"]);
  const [share] = await readShares(jane, project);
  expect(share).toMatchObject({
    recipient: email,
    acknowledgement: { name: "Bob Smith", message: "The gutter is missing", at: given.body.givenAt },
  });
  const document = await untilFinished(jane, String(share?.acknowledgement?.documentId));
  expect([document.status, document.projectId, document.originalName]).toEqual([
    "completed",
    project,
    "Acknowledgment by Bob Smith.pdf",
  ]);
  expect((await jane.get("/api/subscription/status")).body).toEqual(before.body);

  const path = await download(jane, document.id);
  expect(await qpdfVerdict(path)).toBe("clean");
  const text = (await pageTexts(path)).join(" ").replace(/\s+/g, " ");
  for (const part of [
    "I have seen this",
    "Bob Smith",
    "The gutter is missing",
    "as typed by the person who pressed the button, not checked",
    "a click by someone who had the link, or a request by their program",
    "The project, its documents, their names and what counts as a version of what were chosen by the account",
    "s…@example.org",
    String(shown.list),
    ...shown.entries.map(({ serialNumber }) => serialNumber),
  ])
    expect(text).toContain(part);
  expect(text).not.toContain(email);
  await run(["pdfdetach", "-save", "1", "-o", `${path}.jsonl`, path]);
  const lines = readFileSync(`${path}.jsonl`, "utf8").trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(
    createHash("sha256")
      .update(lines.at(-1) ?? "")
      .digest("hex"),
  ).toBe(String(shown.list));

  const again = await acknowledge({ token, list: shown.list, name: "Bob" });
  expect([again.status, again.body.code]).toEqual([409, "acknowledgement-given"]);
  expect((await open(token)).acknowledgement).toEqual({
    givenAt: String(given.body.givenAt),
    name: "Bob Smith",
  });
  const timeline = await jane.post(`/api/projects/${project}/timeline`);
  const listed = (
    await pageTexts(await download(jane, (await untilFinished(jane, String(timeline.body.id))).id))
  ).join(" ");
  expect(listed).toContain("Entry 3 of 3");
  expect(listed.split("Acknowledgment, recorded by")).toHaveLength(2);
  expect(listed).toContain(String(document.serialNumber));
  await assertIntegrity(server.deps.config.dataDir);
});

test("only a real acknowledgment says that it is one; a document that the owner uploads and stamps does not [threat X7]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { list } = await open(token);
  expect((await acknowledge({ token, list, name: "Bob" })).status).toBe(200);
  const [share] = await readShares(jane, project);
  const real = await untilFinished(jane, String(share?.acknowledgement?.documentId));
  const genuine = await fetch(`${server.origin}/api/documents/${real.id}/download`, {
    headers: { cookie: jane.cookie() },
  });
  const copy = await uploadFile(jane, real.originalName, new Uint8Array(await genuine.arrayBuffer()));
  const forged = await processFile(jane, copy.id);
  const read = async (serial: unknown) => {
    const { body } = await visitor().get(`/api/verify/${serial}`);
    const checked = checkAttestation(String(body.attestation), publicJwks(server.deps.signingKeys.all));
    return [body.acknowledgement, "error" in checked ? checked.error : checked.attestation.acknowledgement];
  };
  const shown = { entries: 1, chain: String(list) };
  expect(await read(real.serialNumber)).toEqual([shown, shown]);
  expect(await read(forged.serialNumber)).toEqual([undefined, undefined]);

  // As if it had been issued before statements said what they are, and by someone who can write to the database.
  sqlOf(server.deps.db).exec(
    `UPDATE documents SET kind = 'acknowledgement', acknowledgement = '${JSON.stringify(shown)}' WHERE id = '${forged.id}'`,
  );
  expect(await read(forged.serialNumber)).toEqual([undefined, undefined]);
  sqlOf(server.deps.db).exec(
    `UPDATE documents SET kind = 'document', acknowledgement = NULL WHERE id = '${forged.id}'`,
  );
});

test("the name and the message of an acknowledgment fit up to their limits, in any script, and are refused beyond", async () => {
  const owner = await newPerson(server);
  const project = await createProject(owner, ["Offer.pdf"]);
  const { token } = await ask(owner, project);
  const { list } = await open(token);
  const mixed = "Zoë 山田太郎 محمد ".repeat(40);
  const limits: [object, string, string][] = [
    [
      { name: mixed.slice(0, 220) },
      "acknowledgement-name-too-long",
      "Name: please use at most 100 characters",
    ],
    [
      { name: "Bob", message: mixed },
      "acknowledgement-message-too-long",
      "Message: please use at most 500 characters",
    ],
  ];
  for (const [input, code, message] of limits) {
    const { status, body } = await acknowledge({ token, list, ...input });
    expect([status, body.code, body.message]).toEqual([400, code, message]);
  }
  const [name, message] = [`${mixed.slice(0, 94)}/Smith`, `${mixed.slice(0, 495)}fine.`];
  expect((await acknowledge({ token, list, name, message })).body).toMatchObject({ name });
  const [given] = await readShares(owner, project);
  expect(given?.acknowledgement).toMatchObject({ name, message });
  const document = await untilFinished(owner, given?.acknowledgement?.documentId ?? "");
  expect(document.status).toBe("completed");
  expect(document.originalName).toMatch(/^Acknowledgment by Zoë 山田太郎 .*_Smith\.pdf$/);
  expect(Buffer.byteLength(document.originalName)).toBeLessThanOrEqual(255);
});

/** The text of the document that an acknowledgment with this token adds to the project. */
async function acknowledgedText(
  owner: TestClient,
  project: string,
  { token, ...headers }: { token: string; "x-forwarded-for"?: string },
): Promise<{ text: string; document: DocumentView }> {
  const { list } = await open(token);
  const given = await visitor().post("/api/share/acknowledge", { token, list, name: "Bob" }, headers);
  expect([given.status, given.status === 200 ? "" : given.text]).toEqual([200, ""]);
  const [share] = await readShares(owner, project);
  const document = await untilFinished(owner, String(share?.acknowledgement?.documentId));
  const text = (await pageTexts(await download(owner, document.id))).join(" ").replace(/\s+/g, " ");
  return { text, document };
}

test("the owner of a project cannot acknowledge it, signed in or later in the same browser; another person can [threat X8]", async () => {
  const [jane, eve] = [await newPerson(server), await newPerson(server, "Eve")];
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { list } = await open(token);
  const press = async (client: TestClient) => {
    const { status, body } = await client.post("/api/share/acknowledge", { token, list, name: "Jane Doe" });
    return [status, body.code];
  };
  expect(await press(jane)).toEqual([403, "acknowledgement-by-owner"]);
  const { username } = (await jane.get("/api/auth/me")).body;
  await jane.post("/api/auth/logout");
  expect((await jane.get("/api/auth/me")).status).toBe(401);
  expect(await press(jane)).toEqual([403, "acknowledgement-by-owner"]);
  expect(await press(eve)).toEqual([200, undefined]);
  await jane.login(String(username));
  expect((await readShares(jane, project))[0]?.acknowledgement?.name).toBe("Jane Doe");
});

test("the owner's own visits to a link do not count, even when they have signed out [threat X8]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { username } = (await jane.get("/api/auth/me")).body;
  await jane.post("/api/auth/logout");
  expect((await jane.post("/api/share/open", { token })).status).toBe(200);
  await jane.login(String(username));
  expect((await readShares(jane, project))[0]?.openCount).toBe(0);
});

test("an acknowledgment says that its link was mailed only if the mail server accepted the email [threat X8]", async () => {
  const { config } = server.deps;
  const smtp = await startTestSmtpServer();
  try {
    const jane = await newSender(server, "jane@example.com");
    const project = await createProject(jane, ["Before.pdf"]);
    const saved = await ask(jane, project);
    const { text } = await acknowledgedText(jane, project, { token: saved.token });
    expect(text).toContain("A link was created for s…@example.org.");
    expect(text).not.toContain("It was mailed");

    config.smtpUrl = smtp.url;
    const email = "smith@example.org";
    await jane.post(`/api/projects/${project}/acknowledgements`, { email });
    await smtp.untilReceived(1);
    const isFinished = async () =>
      sqlOf(server.deps.db).prepare("SELECT state FROM mails WHERE recipient = ?").pluck().get(email) ===
      "sent";
    await until("the email is recorded as sent", isFinished);
    const [, token = ""] = /\/share#([\w-]{43})/.exec(smtp.received[0]?.mail.text ?? "") ?? [];
    const mailed = await acknowledgedText(jane, project, { token });
    expect(mailed.text).toContain("It was mailed to s…@example.org: a mail server accepted the email on");
    expect(mailed.text).not.toContain(email);
    expect(mailed.text).not.toContain("has this address, too");

    const shares = await readShares(jane, project);
    expect(shares.map(({ delivery }) => delivery)).toEqual(["sent", "saved"]);
    const copied = await jane.post(`/api/shares/${shares[0]?.id}/link`, {});
    expect([copied.status, copied.body.code]).toEqual([409, "share-not-to-copy"]);
  } finally {
    config.smtpUrl = undefined;
    await smtp.stop();
  }
});

test("without a mail server, the owner gets the link to copy, as often as it is needed, until the link is ended", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const answer = await jane.post(`/api/projects/${project}/acknowledgements`, { email: "ann@example.org" });
  expect(answer.body.state).toBe("saved");
  const urls = [String(answer.body.url)];
  const [share] = await readShares(jane, project);
  expect(share?.delivery).toBe("saved");
  const again = await jane.post(`/api/shares/${share?.id}/link`, {});
  urls.push(String(again.body.url));
  const tokens = urls.map((url) => url.split("/share#")[1] ?? "");
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect((await open(token)).acknowledgement?.name).toBe("");
  const { status } = await (await newPerson(server)).post(`/api/shares/${share?.id}/link`, {});
  expect(status).toBe(404);

  await jane.send("DELETE", `/api/shares/${share?.id}`);
  for (const token of tokens)
    expect((await visitor().post("/api/share/open", { token })).body.code).toBe("share-over");
  const ended = await jane.post(`/api/shares/${share?.id}/link`, {});
  expect([ended.status, ended.body.code]).toEqual([409, "share-not-to-copy"]);
});

test("nothing more is said of the email of a request once it was ended or has expired", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  for (let number = 0; number < 2; number++) await ask(jane, project, { expiresInDays: 1 });
  const read = async () =>
    (await readShares(jane, project)).map(({ state, delivery }) => [state, delivery]).toSorted();
  expect(await read()).toEqual(Array(2).fill(["open", "saved"]));
  const [share] = await readShares(jane, project);
  await jane.send("DELETE", `/api/shares/${share?.id}`);
  expect(await read()).toEqual([
    ["open", "saved"],
    ["revoked", null],
  ]);
  const { now } = server.deps;
  try {
    server.deps.now = () => now() + 73 * 3_600_000;
    await deleteExpiredMagicLinks(server.deps.db, server.deps.now());
    expect(await read()).toEqual([
      ["expired", null],
      ["revoked", null],
    ]);
  } finally {
    server.deps.now = now;
  }
});

test("an acknowledgment says so if it comes from the network address from which it was requested [threat X8]", async () => {
  const { config } = server.deps;
  config.trustProxy = 1;
  try {
    const jane = await newPerson(server);
    const project = await createProject(jane, ["Before.pdf"]);
    const words = "Pressed from The network address from which the account asked for this acknowledgment.";
    for (const [address, isSame] of [
      ["192.0.2.7", true],
      ["192.0.2.8", false],
    ] as const) {
      const { token } = await ask(jane, project, {}, { "x-forwarded-for": "192.0.2.7" });
      const { text } = await acknowledgedText(jane, project, { token, "x-forwarded-for": address });
      expect([address, text.includes(words)]).toEqual([address, isSame]);
    }
    const stored = sqlOf(server.deps.db).prepare("SELECT requested_from FROM project_shares").pluck().all();
    expect(stored.filter((from) => String(from).includes("192.0.2"))).toEqual([]);
  } finally {
    config.trustProxy = false;
  }
});

test("an acknowledgment says so if the owner asked for it at their own address [threat X8]", async () => {
  const jane = await newSender(server, "jane@example.com");
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project, { email: "Jane+roof@example.com" });
  const { text } = await acknowledgedText(jane, project, { token });
  expect(text).toContain("The account that shared the project has this address, too.");
});

test("the owner alone can show whose full address an acknowledgment is about, with the salt of its hash [threat X8]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token, email } = await ask(jane, project, { downloads: "everything" });
  const { text, document } = await acknowledgedText(jane, project, { token });
  const { address, salt } = document.recipient ?? { address: "", salt: "" };
  expect(address).toBe(email);
  expect(salt).toMatch(/^[0-9a-f]{64}$/);
  // As docs/verifying.md shows it.
  const printed = Bun.spawnSync(["bash", "-c", `printf '%s %s' ${salt} ${address} | sha256sum`]);
  const hash = printed.stdout.toString().slice(0, 64);
  expect(text.replaceAll(" ", "")).toContain(hash);
  expect(text).not.toContain(salt);
  const shown = [
    (await visitor().post("/api/share/open", { token })).text,
    (await visitor().get(`/api/verify/${document.serialNumber}`)).text,
  ];
  expect(shown.filter((words) => words.includes(salt) || words.includes(email))).toEqual([]);
  const admin = await newAdmin(server);
  const found = await admin.get(`/api/admin/documents/search?serial=${document.serialNumber}`);
  expect([found.status, found.text.includes(salt)]).toEqual([200, false]);
});

test("pressing the button twice simultaneously creates one acknowledgement [threat X6]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { list } = await open(token);
  const answers = await Promise.all(["Ann", "Bob", "Cem"].map((name) => acknowledge({ token, list, name })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const [share] = await readShares(jane, project);
  await untilFinished(jane, String(share?.acknowledgement?.documentId));
  const { entries } = JSON.parse((await jane.get(`/api/projects/${project}`)).text);
  expect(entries).toHaveLength(2);
  await assertIntegrity(server.deps.config.dataDir);
});

test("people acknowledge exactly what they saw: after a change, the page must be reloaded [threat X6]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { list } = await open(token);
  await addDocument(jane, project, "Invoice.pdf", 2);
  const changed = await acknowledge({ token, list, name: "Bob" });
  expect([changed.status, changed.body.code]).toEqual([409, "shared-entries-changed"]);
  const seen = await open(token);
  expect(seen.list).not.toBe(list);
  expect((await acknowledge({ token, list: seen.list, name: "Bob" })).status).toBe(200);
});

test("acknowledgements with the same name are not versions of one another", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  for (let number = 0; number < 2; number++) {
    const { token } = await ask(jane, project);
    const { list } = await open(token);
    expect((await acknowledge({ token, list, name: "Bob" })).status).toBe(200);
    const [share] = await readShares(jane, project);
    await untilFinished(jane, String(share?.acknowledgement?.documentId));
  }
  const { entries } = JSON.parse((await jane.get(`/api/projects/${project}`)).text);
  expect(entries.map(({ version }: { version: unknown }) => version)).toEqual([null, null, null]);
});

test("nothing is recorded without a request, without the password, without a name, or after the link has ended", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const made = await jane.post(`/api/projects/${project}/shares`);
  const plain = String(made.body.url).split("#").at(-1) ?? "";
  const { list } = await open(plain);
  const unasked = await acknowledge({ token: plain, list, name: "Bob" });
  expect([unasked.status, unasked.body.code]).toEqual([409, "acknowledgement-not-asked"]);
  const locked = await ask(jane, project, { password: "open sesame" });
  expect(locked.words).toContain("password");
  const refused = await acknowledge({ token: locked.token, list, name: "Bob" });
  expect([refused.status, refused.body.code]).toEqual([403, "share-password-needed"]);
  const { token } = await ask(jane, project);
  for (const name of ["", " \u200b ", "x".repeat(101)])
    expect((await acknowledge({ token, list, name })).status).toBe(400);
  const [share] = await readShares(jane, project);
  await jane.send("DELETE", `/api/shares/${share?.id}`);
  const ended = await acknowledge({ token, list, name: "Bob" });
  expect([ended.status, ended.body.code]).toEqual([404, "share-over"]);
  const { entries } = JSON.parse((await jane.get(`/api/projects/${project}`)).text);
  expect(entries).toHaveLength(1);
});

test("an acknowledgment that cannot be stored leaves nothing behind, and can be given later [threat X6]", async () => {
  const jane = await newPerson(server);
  const project = await createProject(jane, ["Before.pdf"]);
  const { token } = await ask(jane, project);
  const { list } = await open(token);
  const sql = sqlOf(server.deps.db);
  const originals = () => readdirSync(join(server.deps.config.dataDir, "originals")).length;
  const before = originals();
  sql.exec("ALTER TABLE jobs RENAME TO no_jobs");
  const failed = await acknowledge({ token, list, name: "Bob" });
  sql.exec("ALTER TABLE no_jobs RENAME TO jobs");
  expect(failed.status).toBe(500);
  expect([originals(), (await readShares(jane, project))[0]?.acknowledgement]).toEqual([before, null]);
  expect((await acknowledge({ token, list, name: "Bob" })).status).toBe(200);
  const [share] = await readShares(jane, project);
  await untilFinished(jane, String(share?.acknowledgement?.documentId));
  await assertIntegrity(server.deps.config.dataDir);
});

test("a link that ends, or a project that is deleted, while the acknowledgment is made: nothing is recorded [threat X6]", async () => {
  const jane = await newPerson(server);
  const { workers } = server.deps;
  const run = workers.run.bind(workers);
  const originals = () => readdirSync(join(server.deps.config.dataDir, "originals")).length;
  for (const what of ["share", "project"]) {
    const project = await createProject(jane, ["Before.pdf"]);
    const { token } = await ask(jane, project);
    const { list } = await open(token);
    const [share] = await readShares(jane, project);
    const before = originals();
    const address = what === "share" ? `/api/shares/${share?.id}` : `/api/projects/${project}`;
    const meanwhile = spyOn(workers, "run").mockImplementationOnce(async (...task) => {
      const made = await run(...task);
      expect((await jane.send("DELETE", address)).status).toBe(200);
      return made;
    });
    const answer = await acknowledge({ token, list, name: "Bob" });
    meanwhile.mockRestore();
    expect([what, answer.status, answer.body.code]).toEqual([what, 404, "share-over"]);
    expect(originals()).toBe(before);
  }
  await assertIntegrity(server.deps.config.dataDir);
});

test("the name of a project cannot end its quotation in the email to a stranger [threat A21]", async () => {
  const jane = await newPerson(server);
  const name = 'Deed". The court orders you to sign. "';
  const { body } = await jane.post("/api/projects", { name });
  const { words } = await ask(jane, String(body.id));
  expect(words.replace(/\s+/g, " ")).toContain("\"Deed'. The court orders you to sign. '\"");
});

test("only the owner can request an acknowledgment, and the email counts like any email to a stranger [threat C1]", async () => {
  const [jane, eve] = [await newPerson(server), await newPerson(server, "Eve")];
  const project = await createProject(jane, []);
  const mail = { email: "a@b.example" };
  expect((await eve.post(`/api/projects/${project}/acknowledgements`, mail)).status).toBe(404);
  expect((await jane.post(`/api/projects/${project}/acknowledgements`, { email: "x" })).status).toBe(400);
  server.deps.config.smtpUrl = "smtp://127.0.0.1:9";
  const unconfirmed = await jane.post(`/api/projects/${project}/acknowledgements`, mail);
  server.deps.config.smtpUrl = undefined;
  expect([unconfirmed.status, unconfirmed.body.code]).toEqual([403, "email-missing"]);
  expect(await readShares(jane, project)).toEqual([]);
});
