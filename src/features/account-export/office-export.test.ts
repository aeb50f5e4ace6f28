import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { unzipSync } from "fflate";
import { choose, intentIn, openShop, type Shop } from "../../testing/test-billing.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newSender, processFile, temporaryFilesOf, uploadFile } from "../../testing/test-documents.ts";
import { codeOf, me, newMember, newOffice } from "../../testing/test-offices.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

const download = (person: TestClient) =>
  fetch(`${shop.origin}/api/office/export`, { headers: { cookie: person.cookie() } });

async function unpack(person: TestClient) {
  const answer = await download(person);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const read = (name: string) => new TextDecoder().decode(files[name]);
  return { names: Object.keys(files), read, facts: JSON.parse(read("account.json")) };
}

const actsOf = async (owner: TestClient): Promise<string[]> =>
  JSON.parse((await owner.get("/api/office/log")).text).map(({ action }: { action: string }) => action);

/** An office that has paid for the monthly plan. */
async function newPayingOffice() {
  const office = await newOffice(shop);
  shop.control.pay(intentIn(await choose(office.owner, "unlimited")));
  await shop.control.deliveriesSettled();
  return office;
}

test("an owner exports what an office has: documents with evidence, projects, payments, members, domains, and the log that says so", async () => {
  const office = await newPayingOffice();
  const member = await newMember(shop, office, "manager");
  const { id } = await uploadFile(member, "lease.pdf");
  const { serialNumber } = await processFile(member, id, { showName: true });
  await office.owner.post("/api/office/domains", { name: "doe-partners.com" });
  await member.post("/api/projects", { name: "Elm Street" });
  const { names, read, facts } = await unpack(office.owner);
  for (const name of ["original.pdf", "stamped.pdf", "certificate.pdf", "evidence/attestation.jws"])
    expect(names).toContain(`documents/00001 lease/${name}`);
  expect(names).toEqual(expect.arrayContaining(["index.html", "log.csv", "log.json", "verify/jwks.json"]));
  const { username } = await me(member);
  expect(facts).toMatchObject({
    account: { firstName: "Doe & Partners LLP" },
    office: { members: [{ role: "owner" }, { username, role: "manager" }] },
    projects: [{ name: "Elm Street" }],
    payments: [{ plan: "unlimited", state: "paid" }],
    domains: [{ name: "doe-partners.com", state: "pending", isShown: false, outcome: null }],
    documents: [{ serialNumber, timestampConfig: { showName: true } }],
  });
  const log: Record<string, unknown>[] = JSON.parse(read("log.json"));
  expect(log[0]).toMatchObject({ action: "office.exported", actor: (await me(office.owner)).username });
  expect(read("log.csv").trim().split("\r\n")).toHaveLength(log.length + 1);
  const page = read("index.html");
  for (const shown of ["Doe &amp; Partners LLP", String(username), "log.csv", "Elm Street"])
    expect(page).toContain(shown);
  expect(page).not.toContain("office:");
  await until("its temporary files are gone", () => temporaryFilesOf(shop).length === 0);
});

test("no one but its owners exports an office, and no one is told that someone tried [threat C46]", async () => {
  const office = await newOffice(shop);
  const [manager, viewer] = [
    await newMember(shop, office, "manager"),
    await newMember(shop, office, "viewer"),
  ];
  for (const member of [manager, viewer])
    expect(codeOf(await member.get("/api/office/export"))).toEqual([403, "office-role-too-low"]);
  await manager.post("/api/offices/switch", { id: null });
  expect(codeOf(await manager.get("/api/office/export"))).toEqual([409, "office-not-chosen"]);
  expect((await office.owner.send("HEAD", "/api/office/export")).status).toBe(200);
  expect(await actsOf(office.owner)).not.toContain("office.exported");
});

test("an office's log says when its plan changes, when payments arrive and go back, and who canceled", async () => {
  const office = await newPayingOffice();
  expect((await actsOf(office.owner)).slice(0, 2).toSorted()).toEqual(["payment.received", "plan.changed"]);
  const log = JSON.parse((await office.owner.get("/api/office/log")).text);
  const received = log.find(({ action }: { action: string }) => action === "payment.received");
  expect(received).toMatchObject({ actor: null, detail: { plan: "unlimited", by: "server" } });
  await office.owner.post("/api/subscription/cancel");
  const [canceled] = JSON.parse((await office.owner.get("/api/office/log?action=plan.canceled")).text);
  expect(canceled).toMatchObject({
    actor: (await me(office.owner)).username,
    detail: { plan: "unlimited" },
  });
});

test("an office's log says which documents were emailed by whom, without the recipient", async () => {
  const office = await newPayingOffice();
  const sender = await newSender(shop, "sender@example.org");
  const member = await newMember(shop, office, "member", sender);
  const { id, serialNumber } = await processFile(member, (await uploadFile(member)).id);
  const sent = await member.post(`/api/documents/${id}/email`, { email: "bank@example.org" });
  expect(sent.status).toBe(200);
  const [entry] = JSON.parse((await office.owner.get("/api/office/log?action=document.emailed")).text);
  expect(entry).toMatchObject({ actor: (await me(member)).username, detail: { serialNumber } });
  expect(JSON.stringify(entry)).not.toContain("bank@example.org");
});
