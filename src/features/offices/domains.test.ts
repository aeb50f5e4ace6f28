import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { jane } from "../../testing/test-client.ts";
import { startTestDnsServer, type TestDnsServer } from "../../testing/test-dns-server.ts";
import { newPerson, newSender, startWorkingServer } from "../../testing/test-documents.ts";
import { codeOf, newMember, newOffice as openOffice } from "../../testing/test-offices.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { deleteDueAccounts } from "../account-deletion/deletion.service.ts";
import { checkDueDomains } from "./domains.service.ts";

setDefaultTimeout(600_000);

const day = 24 * 3_600_000;
let ahead = 0;
let server: TestServer;
let smtp: TestSmtpServer;
let dns: TestDnsServer;
beforeAll(async () => {
  [smtp, dns] = await Promise.all([startTestSmtpServer(), startTestDnsServer()]);
  server = await startWorkingServer({
    config: { smtpUrl: smtp.url, dnsServer: dns.address },
    deps: { now: () => Date.now() + ahead },
  });
});
afterAll(async () => {
  await assertIntegrity(server.deps.config.dataDir, server.deps.now);
  await Promise.all([server.stop(), smtp.stop(), dns.stop()]);
});
beforeEach(() => {
  dns.answers.clear();
});

type Domain = { id: string; name: string; state: string; isShown: boolean; outcome: string | null };
type Listed = Domain & { unicode: string; record: { name: string; value: string } | null };

const list = async (person: TestClient): Promise<Listed[]> =>
  JSON.parse((await person.get("/api/office/domains")).text);
/** An office whose owner has a confirmed address. */
const newOffice = async (name?: string) =>
  openOffice(server, name, await newSender(server, `owner-${crypto.randomUUID()}@example.org`));

/** Adds a domain, and publishes its record. */
async function addPublished(owner: TestClient, name: string): Promise<Listed> {
  const added = await add(owner, name);
  publish(added);
  return added;
}

async function add(owner: TestClient, name: string): Promise<Listed> {
  const answer = await owner.post("/api/office/domains", { name });
  expect([answer.status, answer.body.state]).toEqual([200, "pending"]);
  return JSON.parse(answer.text);
}

function publish({ record }: Listed): void {
  dns.answers.set(record?.name ?? "", { txt: ["v=spf1 -all", record?.value ?? ""] });
}

const check = (person: TestClient, { id }: Domain) => person.post(`/api/office/domains/${id}/check`, {});
const show = (person: TestClient, { id }: Domain, isShown: boolean) =>
  person.send("PATCH", `/api/office/domains/${id}`, {
    body: JSON.stringify({ isShown }),
    headers: { "content-type": "application/json" },
  });
const remove = (person: TestClient, { id }: Domain) => person.send("DELETE", `/api/office/domains/${id}`);

/** Lets days pass, and checks every domain that is due on each. */
async function passDays(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    ahead += day;
    await checkDueDomains(server.deps);
  }
}

/** Sessions end while days pass. */
async function stateLater({ id }: Domain) {
  const row = sqlOf(server.deps.db)
    .prepare(
      "SELECT CASE WHEN verified_at IS NULL THEN 0 ELSE 1 END AS verified, outcome, is_shown FROM office_domains WHERE id = ?",
    )
    .get(id);
  return row;
}

const letters = (domain: string) =>
  smtp.received.filter(({ mail }) => (mail.text ?? "").replaceAll("\u2060", "").includes(domain));

test("an owner adds a domain, publishes its record, and the domain is verified and stands on certificates", async () => {
  const office = await newOffice();
  const added = await add(office.owner, " HTTPS://Example.COM./ ");
  expect(added).toMatchObject({ name: "example.com", unicode: "example.com", isShown: false, outcome: null });
  expect(added.record).toEqual({
    type: "TXT",
    name: "_attestamp.example.com",
    value: expect.stringMatching(/^attestamp-verification=[0-9a-f]{32}$/),
  } as never);
  expect((await check(office.owner, added)).body).toMatchObject({ state: "pending", outcome: "missing" });
  publish(added);
  const found = await check(office.owner, added);
  expect(found.body).toMatchObject({ state: "verified", outcome: "found", isShown: true });
  expect(await list(office.owner)).toEqual([JSON.parse(found.text)]);
  await until("the owner is told", () => letters("example.com").length === 1);
  const log = (await office.owner.get("/api/office/log")).text;
  expect(log).toContain('"domain.added"');
  expect(log).toContain('"domain.verified"');
  expect(log).toContain('"domain.shown"');
});

test("the server finds a record by itself, within an hour at first", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "found-later.com");
  await checkDueDomains(server.deps);
  expect((await list(office.owner))[0]).toMatchObject({ id: domain.id, state: "verified" });
});

test("a record that is gone for three days loses the domain, once, and counts again when it is back", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "lost.com");
  await check(office.owner, domain);
  dns.answers.clear();
  expect((await check(office.owner, domain)).body).toMatchObject({ state: "failing", outcome: "missing" });
  for (let tries = 0; tries < 5; tries += 1) await check(office.owner, domain);
  await passDays(2);
  expect(await stateLater(domain)).toMatchObject({ verified: 1, outcome: "missing", is_shown: 1 });
  await passDays(3);
  expect(await stateLater(domain)).toMatchObject({ verified: 0, outcome: "missing" });
  await until("the owner is told", () => letters("lost.com").length === 2);
  const notices = JSON.parse((await office.owner.get("/api/notices")).text);
  expect(notices).toMatchObject([{ kind: "domain-lost", office: { id: office.id }, isRead: false }]);
  publish(domain);
  await passDays(1);
  expect(await stateLater(domain)).toMatchObject({ verified: 1, outcome: "found", is_shown: 1 });
  await until("the owner is told", () => letters("lost.com").length === 3);
});

test("an owner who wants no email about a lost domain finds it at the bell, and no one else is told", async () => {
  const office = await newOffice();
  const manager = await newMember(server, office, "manager");
  await office.owner.send("PATCH", "/api/notices/mails", {
    body: JSON.stringify({ "domain-lost": false }),
    headers: { "content-type": "application/json" },
  });
  const domain = await addPublished(office.owner, "quietly-lost.com");
  await check(office.owner, domain);
  const kinds = async (person: TestClient) =>
    JSON.parse((await person.get("/api/notices")).text).map(({ kind }: { kind: string }) => kind);
  dns.answers.clear();
  await passDays(1);
  await passDays(4);
  expect(await stateLater(domain)).toMatchObject({ verified: 0 });
  expect([await kinds(office.owner), await kinds(manager)]).toEqual([["domain-lost"], []]);
  await until("the owner is told that it was verified", () => letters("quietly-lost.com").length === 1);
});

test("a day without its record between two with it changes nothing", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "flickering.com");
  await check(office.owner, domain);
  for (let times = 0; times < 3; times += 1) {
    dns.answers.clear();
    await passDays(2);
    publish(domain);
    await passDays(1);
  }
  expect(await stateLater(domain)).toMatchObject({ verified: 1, outcome: "found" });
  await until("the owner is told once", () => letters("flickering.com").length === 1);
});

test("[threat C53] a name server that does not answer loses no domain for two weeks, and then the domain no longer counts", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "broken.com");
  await check(office.owner, domain);
  dns.answers.set("_attestamp.broken.com", { code: 2 });
  expect((await check(office.owner, domain)).body).toMatchObject({
    state: "verified",
    outcome: "unreachable",
  });
  await passDays(13);
  expect(await stateLater(domain)).toMatchObject({ verified: 1, outcome: "unreachable" });
  await passDays(2);
  expect(await stateLater(domain)).toMatchObject({ verified: 0, outcome: "unreachable" });
});

test("[threat C50] the record of another office, or of an earlier time, proves nothing", async () => {
  const [first, second] = [await newOffice(), await newOffice("Roe LLP")];
  const own = await addPublished(first.owner, "both.com");
  const copied = await add(second.owner, "both.com");
  expect(copied.record?.value).not.toBe(own.record?.value);
  expect((await check(second.owner, copied)).body).toMatchObject({ state: "pending", outcome: "missing" });
  expect(codeOf(await check(second.owner, own))).toEqual([404, "office-domain-not-found"]);
  expect((await check(first.owner, own)).body.state).toBe("verified");
  dns.answers.set("_attestamp.both.com", { txt: [own.record?.value ?? "", copied.record?.value ?? ""] });
  expect((await check(second.owner, copied)).body.state).toBe("verified");
  expect((await remove(first.owner, own)).status).toBe(200);
  const again = await add(first.owner, "both.com");
  expect((await check(first.owner, again)).body).toMatchObject({ state: "pending", outcome: "missing" });
});

test("[threat C51] a record that answers for every name of a domain proves nothing, unless it has a name of its own", async () => {
  const office = await newOffice();
  const domain = await add(office.owner, "dangling.com");
  const value = domain.record?.value ?? "";
  dns.answers.set("*.dangling.com", { alias: "tenant.hosting.net", txt: [value] });
  expect((await check(office.owner, domain)).body).toMatchObject({ state: "pending", outcome: "wildcard" });
  dns.answers.set("*.dangling.com", { txt: ["something else"] });
  dns.answers.set("_attestamp.dangling.com", { alias: "records.dangling.net", txt: [value] });
  expect((await check(office.owner, domain)).body.state).toBe("verified");
});

test.each([
  ["co.uk", "office-domain-public-suffix"],
  ["GITHUB.IO", "office-domain-public-suffix"],
  ["com", "office-domain-invalid"],
  ["192.0.2.1", "office-domain-invalid"],
  ["0x7f.1", "office-domain-invalid"],
  ["localhost", "office-domain-invalid"],
  ["printer.local", "office-domain-reserved"],
  ["doe.lan", "office-domain-reserved"],
  ["doe.corp", "office-domain-reserved"],
  ["doe.home", "office-domain-reserved"],
  ["doe.localdomain", "office-domain-reserved"],
  ["exa mple.com", "office-domain-invalid"],
  ["example.com/path", "office-domain-invalid"],
  ["user@example.com", "office-domain-invalid"],
  ["-a.example.com", "office-domain-invalid"],
  ["_attestamp.example.com", "office-domain-invalid"],
  ["*.example.com", "office-domain-invalid"],
  [`${"a".repeat(64)}.com`, "office-domain-invalid"],
  [`${"a".repeat(40)}.${"b".repeat(40)}.com`, "office-domain-too-long"],
])("[threat C52] %s can be the domain of no office", async (name, code) => {
  const office = await newOffice();
  const { status, body } = await office.owner.post("/api/office/domains", { name });
  expect([status, body.code]).toEqual([400, code]);
});

test("[threat C52] a domain that looks like another one is shown in ASCII as well", async () => {
  const office = await newOffice();
  const domain = await add(office.owner, "еxample.com");
  expect(domain).toMatchObject({ name: "xn--xample-2of.com", unicode: "еxample.com" });
  expect(domain.record?.name).toBe("_attestamp.xn--xample-2of.com");
  expect((await add(office.owner, "peña。com")).name).toBe("xn--pea-8ma.com");
});

test("[threat C54] only owners add, show and remove domains; managers also look records up, and others do not see them", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "roles.com");
  for (const role of ["viewer", "member", "manager"] as const) {
    const person = await newMember(server, office, role);
    const tries = [
      await person.post("/api/office/domains", { name: "mine.com" }),
      await show(person, domain, true),
      await remove(person, domain),
      ...(role === "manager" ? [] : [await check(person, domain)]),
    ];
    expect([role, ...new Set(tries.map((answer) => codeOf(answer).join(" ")))]).toEqual([
      role,
      "403 office-role-too-low",
    ]);
    expect((await list(person))[0]?.record ?? null).toEqual(role === "manager" ? domain.record : null);
    if (role === "manager") expect((await check(person, domain)).body.state).toBe("verified");
  }
  const stranger = await newPerson(server);
  expect(codeOf(await stranger.get("/api/office/domains"))).toEqual([409, "office-not-chosen"]);
  const other = await newOffice("Roe LLP");
  expect(codeOf(await remove(other.owner, domain))).toEqual([404, "office-domain-not-found"]);
  expect(codeOf(await show(other.owner, domain, false))).toEqual([404, "office-domain-not-found"]);
});

test("one verified domain at a time stands on certificates, as an owner chooses", async () => {
  const office = await newOffice();
  const first = await addPublished(office.owner, "first.com");
  const second = await addPublished(office.owner, "second.com");
  expect(codeOf(await show(office.owner, first, true))).toEqual([409, "office-domain-not-verified"]);
  await check(office.owner, first);
  await check(office.owner, second);
  const shown = async () =>
    (await list(office.owner)).filter(({ isShown }) => isShown).map(({ name }) => name);
  expect(await shown()).toEqual(["first.com"]);
  expect((await show(office.owner, second, true)).status).toBe(200);
  expect(await shown()).toEqual(["second.com"]);
  expect((await show(office.owner, second, false)).status).toBe(200);
  expect(await shown()).toEqual([]);
  // An owner took the domains off, so a further one does not come back by itself.
  const third = await addPublished(office.owner, "third.com");
  expect((await check(office.owner, third)).body).toMatchObject({ state: "verified", isShown: false });
  expect(codeOf(await office.owner.post("/api/office/domains", { name: "first.com" }))).toEqual([
    409,
    "office-domain-exists",
  ]);
  for (const name of ["fourth.com", "fifth.com"]) await add(office.owner, name);
  expect(codeOf(await office.owner.post("/api/office/domains", { name: "sixth.com" }))).toEqual([
    409,
    "too-many-office-domains",
  ]);
});

test("two checks at the same time tell the owners once, and one of a removed domain changes nothing", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "twice.com");
  const answers = await Promise.all([check(office.owner, domain), check(office.owner, domain)]);
  expect(answers.map(({ body }) => body.state)).toEqual(["verified", "verified"]);
  const log: { action: string }[] = JSON.parse((await office.owner.get("/api/office/log")).text);
  expect(log.filter(({ action }) => action === "domain.verified")).toHaveLength(1);
  const gone = await addPublished(office.owner, "gone.com");
  dns.answers.set("_attestamp.gone.com", "silent");
  const checking = check(office.owner, gone);
  await until("the name server is asked", () => dns.asked.some(({ name }) => name === "_attestamp.gone.com"));
  await remove(office.owner, gone);
  expect(codeOf(await checking)).toEqual([404, "office-domain-not-found"]);
});

test("a name server that says nothing does not keep the others waiting", async () => {
  const office = await newOffice();
  const silent = await add(office.owner, "silent.com");
  const other = await addPublished(office.owner, "talking.com");
  dns.answers.set("_attestamp.silent.com", "silent");
  await checkDueDomains(server.deps);
  expect(await stateLater(silent)).toMatchObject({ verified: 0, outcome: "unreachable" });
  expect(await stateLater(other)).toMatchObject({ verified: 1 });
});

test("an office that is closed has no domains", async () => {
  const office = await newOffice();
  const domain = await addPublished(office.owner, "closed.com");
  await check(office.owner, domain);
  await office.owner.post("/api/office/close", { currentPassword: jane.password });

  ahead += 8 * day;
  await deleteDueAccounts(server.deps);
  expect((await stateLater(domain)) ?? null).toBeNull();
});
