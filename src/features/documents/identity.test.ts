import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { verifyFile } from "../../evidence/verifier/test-verify-file.ts";
import { readTrust, trustTextsSchema } from "../../evidence/verifier/trust.ts";
import { createTestClient, jane } from "../../testing/test-client.ts";
import { startTestDnsServer, type TestDnsServer } from "../../testing/test-dns-server.ts";
import {
  findFile,
  newSender,
  processFile,
  readDocument,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import { newMember, newOffice as openOffice } from "../../testing/test-offices.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { deleteDueAccounts } from "../account-deletion/deletion.service.ts";
import { plans } from "../billing/plans.ts";

setDefaultTimeout(600_000);

const week = 8 * 24 * 3_600_000;
let ahead = 0;
let server: TestServer;
let dns: TestDnsServer;
beforeAll(async () => {
  dns = await startTestDnsServer();
  const { trial } = plans;
  server = await startWorkingServer({
    config: {
      dnsServer: dns.address,
      plans: { ...plans, trial: { ...trial, documentLimit: null } },
    },
    deps: { now: () => Date.now() + ahead },
  });
});
afterAll(async () => {
  await Promise.all([server.stop(), dns.stop()]);
});
beforeEach(() => {
  dns.answers.clear();
});

const today = () => new Date(server.deps.now()).toISOString().slice(0, 10);
const address = () => `ana-${crypto.randomUUID().slice(0, 8)}@example.org`;

/** An office with a verified domain, whose owner has a confirmed address. */
async function newOffice(domain = "example.com", email = address()) {
  const owner = await newSender(server, email, ["Ana", "García"]);
  const { id } = await openOffice(server, undefined, owner);
  const added = await owner.post("/api/office/domains", { name: domain });
  const { name, value } = JSON.parse(added.text).record;
  dns.answers.set(name, { txt: [value] });
  expect((await owner.post(`/api/office/domains/${added.body.id}/check`, {})).body.state).toBe("verified");
  return { owner, id, domainId: String(added.body.id) };
}

/** What anyone reads about a serial number, and what its statement says. */
async function readRecord(serialNumber: string | null) {
  const { body } = await createTestClient(server.origin).get(`/api/verify/${serialNumber}`);
  const { clientName, office, domain, email } = body;
  const signed = checkAttestation(String(body.attestation), publicJwks(server.deps.signingKeys.all));
  const statement = "attestation" in signed ? signed.attestation : undefined;
  return {
    record: { clientName, office, domain, email },
    statement: statement && {
      clientName: statement.client,
      office: statement.office,
      domain: statement.domain,
      email: statement.email,
    },
  };
}

async function readCertificate(id: string): Promise<string> {
  const { dataDir } = server.deps.config;
  const file = join(dataDir, findFile(dataDir, "certificates", id));
  const child = Bun.spawn(["pdftotext", "-layout", file, "-"], { stdout: "pipe" });
  return (await new Response(child.stdout).text()).replace(/\s+/g, " ");
}

const nothing = { office: undefined, domain: undefined, email: undefined };

test("an office's verified domain stands in the statement, in the record and on the certificate, next to its stated name", async () => {
  const office = await newOffice();
  const done = await processFile(office.owner, (await uploadFile(office.owner)).id);
  const said = { ...nothing, clientName: "Doe & Partners LLP", domain: { name: "example.com", on: today() } };
  expect(await readRecord(done.serialNumber)).toEqual({ record: said, statement: said });
  const text = await readCertificate(done.id);
  expect(text).toContain("issued to “Doe & Partners LLP” Domain example.com, verified by a DNS record on");
});

test("a member who chooses it is the client, for the office, with a confirmed address", async () => {
  const email = address();
  const office = await newOffice("two.example.com", email);
  const { id } = await uploadFile(office.owner);
  const done = await processFile(office.owner, id, { showName: true, showEmail: true });
  const said = {
    clientName: "Ana García",
    office: "Doe & Partners LLP",
    domain: { name: "two.example.com", on: today() },
    email: { address: email, on: "1970-01-01" },
  };
  expect(await readRecord(done.serialNumber)).toEqual({ record: said, statement: said });
  const text = await readCertificate(id);
  expect(text).toContain(
    "issued to “Ana García” for the office “Doe & Partners LLP” Domain two.example.com,",
  );
  expect(text).toContain(`Email address ${email}, confirmed on January 1, 1970`);
});

test("the preview of a stamp names the client that the choice makes", async () => {
  const office = await newOffice("seven.example.com");
  const { id } = await uploadFile(office.owner);
  const preview = async (showName: boolean) => {
    const query = `of=preview&position=top-left&showName=${showName}`;
    const answer = await fetch(`${server.origin}/api/documents/${id}/picture?${query}`, {
      headers: { cookie: office.owner.cookie() },
    });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    return Buffer.from(await answer.arrayBuffer()).toString("base64");
  };
  expect(await preview(true)).not.toBe(await preview(false));
});

test("the verifiers read the domain and the address in an evidence pack, and refuse a record that states others", async () => {
  const email = address();
  const office = await newOffice("six.example.com", email);
  const done = await processFile(office.owner, (await uploadFile(office.owner)).id, { showEmail: true });
  const answer = await fetch(`${server.origin}/api/documents/${done.id}/evidence`, {
    headers: { cookie: office.owner.cookie() },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const readme = new TextDecoder().decode(unzipSync(bytes)["README.txt"]);
  expect(readme.replace(/\s+/g, " ")).toContain("domain six.example.com was verified with a DNS record on");
  const html = await (await fetch(`${server.origin}/verify.html`)).text();
  const keys = /<script type="application\/json" id="keys">(.*)<\/script>/.exec(html)?.[1] ?? "{}";
  const trust = readTrust(trustTextsSchema.parse(JSON.parse(keys)));
  const { body: record } = await createTestClient(server.origin).get(`/api/verify/${done.serialNumber}`);
  const verify = (record?: Record<string, unknown>) =>
    verifyFile(
      { name: "pack.zip", bytes },
      { ...noEvidence, ...(record && { record: record as never }) },
      trust,
      new Date(),
    );
  const { who } = verify(record).findings;
  expect(who.verdict).toBe("passed");
  expect(who.details.map(({ value }) => (typeof value === "string" ? value : value.message))).toEqual(
    expect.arrayContaining([
      `six.example.com, verified by the service with a DNS record that was last seen on ${today()}`,
      `${email}, confirmed to the service with a link in an email on 1970-01-01`,
    ]),
  );
  for (const change of [
    { domain: { name: "other.com", on: today() } },
    { email: undefined },
    { office: "Roe" },
  ])
    expect(verify({ ...record, ...change }).findings.who.verdict).toBe("failed");
});

test("[threat C55] an address is shown only if its owner chose it, and it was confirmed by an email", async () => {
  const email = address();
  const person = await newSender(server, email, ["Ana", "García"]);
  const quiet = await processFile(person, (await uploadFile(person)).id);
  expect(await readRecord(quiet.serialNumber)).toEqual({
    record: { ...nothing, clientName: "Ana García" },
    statement: { ...nothing, clientName: "Ana García" },
  });
  expect(await readCertificate(quiet.id)).not.toContain(email);
  const shown = await processFile(person, (await uploadFile(person)).id, { showEmail: true });
  expect((await readRecord(shown.serialNumber)).record.email).toEqual({ address: email, on: "1970-01-01" });
  const set = (column: string, value: unknown) =>
    sqlOf(server.deps.db).prepare(`UPDATE users SET ${column} = ? WHERE email = ?`).run(value, email);
  for (const refused of ["unconfirmed", "administrator"]) {
    if (refused === "administrator") set("is_admin", 1);
    else
      sqlOf(server.deps.db)
        .prepare("UPDATE users SET email_confirmed_at = NULL, email_key = NULL WHERE email = ?")
        .run(email);
    const { id } = await uploadFile(person);
    const answer = await person.post(`/api/documents/${id}/process`, { showEmail: true });
    expect([answer.status, answer.body.code]).toEqual([409, "email-not-shown"]);
    expect((await readDocument(person, id)).status).toBe("uploaded");
    if (refused === "unconfirmed") {
      sqlOf(server.deps.db)
        .prepare("UPDATE users SET email_confirmed_at = 1, email_key = email WHERE email = ?")
        .run(email);
    }
  }
  set("is_admin", 0);
});

test("[threat C56] a domain counts as it is when the document is started: one lost before is not stated, one lost after stays", async () => {
  const office = await newOffice("three.example.com");
  const before = await uploadFile(office.owner);
  const { id } = await uploadFile(office.owner);
  const done = await processFile(office.owner, id);
  expect((await office.owner.send("DELETE", `/api/office/domains/${office.domainId}`)).status).toBe(200);
  const later = await processFile(office.owner, before.id);
  expect((await readRecord(later.serialNumber)).record).toEqual({
    ...nothing,
    clientName: "Doe & Partners LLP",
  });
  const { record, statement } = await readRecord(done.serialNumber);
  expect(record.domain).toEqual({ name: "three.example.com", on: today() });
  expect<unknown>(statement).toEqual(record);
});

test("[threat C56] a member who is removed, and an office that is renamed, while a document is stamped change nothing in it", async () => {
  const office = await newOffice("four.example.com");
  const member = await newMember(server, office, "member");
  const { id } = await uploadFile(member);
  const started = member.post(`/api/documents/${id}/process`, { showName: true });
  const { username } = (await member.get("/api/auth/me")).body;
  const memberId = sqlOf(server.deps.db)
    .prepare("SELECT id FROM users WHERE username = ?")
    .pluck()
    .get(username);
  await started;
  await office.owner.send("DELETE", `/api/office/members/${memberId}`);
  await office.owner.send("PATCH", "/api/office", {
    body: JSON.stringify({ name: "Roe LLP" }),
    headers: { "content-type": "application/json" },
  });
  const done = await untilFinished(office.owner, id);
  const { record, statement } = await readRecord(done.serialNumber);
  expect(record).toMatchObject({ clientName: "Max Member", office: "Doe & Partners LLP" });
  expect<unknown>(statement).toEqual(record);
});

test("[threat C55] an account or office that is deleted takes domain, office and address out of the record", async () => {
  const office = await newOffice("five.example.com");
  const done = await processFile(office.owner, (await uploadFile(office.owner)).id, {
    showName: true,
    showEmail: true,
  });
  await office.owner.post("/api/office/close", { currentPassword: jane.password });
  ahead += week;
  await deleteDueAccounts(server.deps);
  const { body, status } = await createTestClient(server.origin).get(`/api/verify/${done.serialNumber}`);
  expect([status, body.serialNumber]).toEqual([200, done.serialNumber]);
  expect(JSON.stringify(body)).not.toContain("example.");
  expect(body.office).toBeUndefined();
});
