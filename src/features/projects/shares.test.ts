import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { newAdmin } from "../../testing/test-admin.ts";
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
import { sqlOf } from "../../testing/test-sql.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";
import { findSharedZip } from "./shared-project.service.ts";
import type { NewShareView, OpenedShare, ShareView } from "./shares.output.schema.ts";
import { maxOpenings } from "./shares.repo.ts";
import { maxShares } from "./shares.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let elapsedMs = 0;
beforeAll(async () => {
  server = await startWorkingServer();
  const { now } = server.deps;
  server.deps.now = () => now() + elapsedMs;
});
afterAll(() => server.stop());

async function createProject(client: TestClient, names: string[]) {
  const { body } = await client.post("/api/projects", { name: "Roof of 12 Oak Street", note: "owes me $50" });
  const documents: DocumentView[] = [];
  for (const [index, name] of names.entries()) {
    const { id } = await uploadFile(client, name, smallPdf(index + 1));
    documents.push(await processFile(client, id));
    await client.post(`/api/projects/${body.id}/entries`, { ids: [id] });
  }
  return { id: String(body.id), documents };
}

async function share(client: TestClient, id: string, input = {}): Promise<NewShareView & { token: string }> {
  const { status, text } = await client.post(`/api/projects/${id}/shares`, input);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  const made: NewShareView = JSON.parse(text);
  return { ...made, token: made.url.slice(made.url.indexOf("#") + 1) };
}

async function change(client: TestClient, id: string | undefined, changes: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const init = { headers, body: JSON.stringify(changes) };
  expect((await client.send("PATCH", `/api/documents/${id}`, init)).status).toBe(200);
}

async function removeEntry(client: TestClient, id: string | undefined): Promise<void> {
  const headers = { "content-type": "application/json" };
  const init = { headers, body: JSON.stringify({ ids: [id] }) };
  expect((await client.send("DELETE", "/api/project-entries", init)).status).toBe(200);
}

const visitor = () => createTestClient(server.origin);
const open = (input: object, client = visitor(), headers = {}) =>
  client.post("/api/share/open", input, headers);

async function openProject(input: object): Promise<OpenedShare> {
  const { status, text } = await open(input);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text);
}

async function fetchFile(file: string, fields: Record<string, string>) {
  const answer = await fetch(`${server.origin}/api/share/${file}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
}

async function listShares(client: TestClient, id: string): Promise<ShareView[]> {
  return JSON.parse((await client.get(`/api/projects/${id}/shares`)).text);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("someone with the link sees the stamped documents of that project, and nothing else of its owner's [threat X4]", async () => {
  const jane = await newSender(server, "jane-of-shares@example.org");
  const { id, documents } = await createProject(jane, ["Before.pdf", "After.pdf"]);
  const draft = await uploadFile(jane, "Unstamped invoice.pdf", smallPdf());
  await jane.post(`/api/projects/${id}/entries`, { ids: [draft.id] });
  await change(jane, documents[0]?.id, { displayName: "Bad client.pdf", note: "sue him" });
  await createProject(jane, ["Elsewhere.pdf"]);
  const made = await share(jane, id, { label: "Mr. Smith" });
  expect(made.url).toMatch(/\/share#[\w-]{43}$/);
  const answer = await open({ token: made.token });
  const { project, pass }: OpenedShare = JSON.parse(answer.text);
  expect(pass).toBe(null);
  expect([project?.name, project?.owner, project?.downloads]).toEqual([
    "Roof of 12 Oak Street",
    "Jane Doe",
    "copies",
  ]);
  expect(project?.entries.map(({ serialNumber }) => serialNumber).toSorted()).toEqual(
    documents.map(({ serialNumber }) => String(serialNumber)).toSorted(),
  );
  const me = (await jane.get("/api/auth/me")).body;
  for (const secret of [
    "jane-of-shares",
    String(me.username),
    "owes me",
    "sue him",
    "Bad client",
    "Unstamped",
    "Elsewhere",
    "Mr. Smith",
    id,
    ...documents.map((document) => document.id),
  ])
    expect([secret, answer.text.includes(secret)]).toEqual([secret, false]);
});

test("the numbers of versions on a shared page reveal no unstamped document and no private name [threat X4]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Offer.pdf", "Plan.pdf", "Map.pdf"]);
  const draft = await uploadFile(jane, "Offer.pdf", smallPdf(9));
  await jane.post(`/api/projects/${id}/entries`, { ids: [draft.id] });
  for (const document of documents.slice(1)) {
    await change(jane, document.id, { displayName: "Secret plan.pdf" });
  }
  const made = await share(jane, id);
  const { project } = await openProject({ token: made.token });
  expect(project?.entries.map(({ version }) => version)).toEqual([null, null, null]);
  const own: { entries: { version: unknown }[] } = JSON.parse((await jane.get(`/api/projects/${id}`)).text);
  expect(own.entries.filter(({ version }) => version === null)).toEqual([]);
});

test("a link gives access only to the files that it allows, and only within its project [threat X1]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Before.pdf"]);
  const other = await createProject(jane, ["Elsewhere.pdf"]);
  const [inside, outside] = [documents[0], other.documents[0]];
  const serialNumber = String(inside?.serialNumber);
  const tokens = {
    none: (await share(jane, id, { downloads: "none" })).token,
    copies: (await share(jane, id, { downloads: "copies" })).token,
    everything: (await share(jane, id, { downloads: "everything" })).token,
  };
  const statuses = async (token: string) =>
    Promise.all(
      ["download", "picture", "certificate", "zip", "evidence"].map(
        async (file) => (await fetchFile(file, { token, serialNumber })).status,
      ),
    );
  expect(await statuses(tokens.none)).toEqual([403, 403, 403, 403, 403]);
  expect(await statuses(tokens.copies)).toEqual([200, 200, 200, 200, 403]);
  expect(await statuses(tokens.everything)).toEqual([200, 200, 200, 200, 200]);
  const copy = await fetchFile("download", { token: tokens.copies, serialNumber });
  expect(sha256(copy.bytes)).toBe(String(inside?.stampedSha256));
  const pack = await fetchFile("evidence", { token: tokens.everything, serialNumber });
  expect((await namesInZip(pack.bytes)).join(" ")).toContain("original");
  const zip = await fetchFile("zip", { token: tokens.copies });
  expect(await namesInZip(zip.bytes)).toEqual(["Certificate_of_Affidavit_Before.pdf", "Stamped_Before.pdf"]);
  const withPacks = (token: string) => fetchFile("zip", { token, evidence: "true" });
  expect((await withPacks(tokens.none)).status).toBe(403);
  expect((await withPacks(tokens.copies)).status).toBe(403);

  const theirs = String(outside?.serialNumber);
  for (const wanted of [theirs, "", "AT-0", String(inside?.id), String(outside?.id)])
    for (const file of ["download", "picture", "certificate", "evidence"])
      expect([
        wanted,
        (await fetchFile(file, { token: tokens.everything, serialNumber: wanted })).status,
      ]).toEqual([wanted, 404]);
  expect((await open({ token: ["x", tokens.none].join("") })).status).toBe(404);
});

test("the ZIP file of a link has the timeline certificates, under the same names as the owner's", async () => {
  const jane = await newPerson(server);
  const { id } = await createProject(jane, ["Before.pdf", "After.pdf"]);
  for (const exhibits of ["A", "B"]) {
    const { text } = await jane.post(`/api/projects/${id}/timeline`, { exhibits });
    await untilFinished(jane, JSON.parse(text).id);
  }
  const { token } = await share(jane, id, { downloads: "everything" });
  for (const evidence of ["false", "true"]) {
    const path = `/api/documents.zip?project=${id}&evidence=${evidence}`;
    const own = await fetch(`${server.origin}${path}`, { headers: { cookie: jane.cookie() } });
    const expected = await namesInZip(new Uint8Array(await own.arrayBuffer()));
    const shared = await fetchFile("zip", { token, evidence });
    expect(await namesInZip(shared.bytes)).toEqual(expected);
    expect(expected.filter((name) => name.startsWith("Stamped_Timeline of Roof"))).toHaveLength(2);
  }
  const { token: readOnly } = await share(jane, id, { downloads: "none" });
  expect((await fetchFile("zip", { token: readOnly })).status).toBe(403);
});

test("a ZIP file that someone is reading is broken off when the link ends, and before a document that left the project [threat X1]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Before.pdf", "After.pdf"]);
  const link = await share(jane, id);
  const reader = { address: "203.0.113.9", userAgent: null, accountId: null, deviceToken: null };
  const signal = new AbortController().signal;
  const begin = async () => {
    const wanted = { token: link.token, evidence: "false" } as const;
    const zip = await findSharedZip(server.deps, wanted, reader, { page: undefined, signal });
    const parts = zip.read();
    expect((await parts.next()).done).toBe(false);
    return async () => {
      elapsedMs += 1_000;
      for await (const _ of parts);
    };
  };
  await (await begin())();
  const beforeRemoval = await begin();
  await removeEntry(jane, documents[1]?.id);
  await expect(beforeRemoval()).rejects.toMatchObject({ code: "document-not-in-project" });
  const beforeEnd = await begin();
  expect((await jane.send("DELETE", `/api/shares/${link.id}`)).status).toBe(200);
  await expect(beforeEnd()).rejects.toMatchObject({ code: "share-over" });
});

test("a document that is removed from the project is no longer available through the link [threat X1]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Before.pdf", "After.pdf"]);
  const { token } = await share(jane, id);
  const [first] = documents;
  const serialNumber = String(first?.serialNumber);
  expect((await fetchFile("download", { token, serialNumber })).status).toBe(200);
  await removeEntry(jane, first?.id);
  expect((await fetchFile("download", { token, serialNumber })).status).toBe(404);
  expect((await openProject({ token })).project?.entries.map(({ name }) => name)).toEqual(["After.pdf"]);
});

test("a link that was ended, has expired or never existed gets the same response from every call [threat X2]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Before.pdf"]);
  const serialNumber = String(documents[0]?.serialNumber);
  const ended = await share(jane, id, { password: "open sesame" });
  const expired = await share(jane, id, { expiresInDays: 1 });
  const { pass } = await openProject({ token: ended.token, password: "open sesame" });
  expect((await jane.send("DELETE", `/api/shares/${ended.id}`)).status).toBe(200);
  elapsedMs += 25 * 3_600_000;
  const tokens = [ended.token, expired.token, "A".repeat(43), ""];
  const answers = await Promise.all(
    tokens.map((token) => open({ token, pass: pass ?? undefined, password: "x" })),
  );
  for (const { status, body } of answers)
    expect([status, body.code, body.message]).toEqual([
      404,
      "share-over",
      "This link does not work, or no longer works.",
    ]);
  for (const token of tokens)
    for (const file of ["download", "picture", "certificate", "evidence", "zip"])
      expect((await fetchFile(file, { token, serialNumber, pass: pass ?? "" })).status).toBe(404);
  expect((await listShares(jane, id)).map(({ state }) => state).toSorted()).toEqual(["expired", "revoked"]);
});

test("nothing is shown without the link's password, and guesses are soon blocked [threat X3]", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["Before.pdf"]);
  const serialNumber = String(documents[0]?.serialNumber);
  const { token, hasPassword } = await share(jane, id, { password: "open sesame" });
  const other = await share(jane, id, { password: "open sesame" });
  expect(hasPassword).toBe(true);
  expect(await openProject({ token })).toEqual({ project: null, pass: null });
  const wrong = await open({ token, password: "open sesami" });
  expect([wrong.status, wrong.body.code, wrong.text.includes("Oak")]).toEqual([
    403,
    "share-password-wrong",
    false,
  ]);
  for (const file of ["download", "picture"])
    expect((await fetchFile(file, { token, serialNumber })).status).toBe(403);
  const { pass, project } = await openProject({ token, password: "open sesame" });
  expect(project?.entries).toHaveLength(1);
  const opened = pass ?? "";
  expect((await fetchFile("download", { token, serialNumber, pass: opened })).status).toBe(200);
  expect((await openProject({ token, pass: opened })).project?.entries).toHaveLength(1);
  elapsedMs += 3_600_000;
  expect((await openProject({ token, pass: opened })).pass).toBe(opened);
  const [endsAt = "", hash = ""] = opened.split(".");
  const forged = [
    `${Number(endsAt) + 1}.${hash}`,
    `${endsAt}.${hash.slice(1)}`,
    `${endsAt}.${hash.replace(/.$/, (last) => (last === "A" ? "B" : "A"))}`,
    "9".repeat(15),
    "",
  ];
  for (const pass of forged) {
    expect((await openProject({ token, pass })).project).toBe(null);
    expect((await fetchFile("download", { token, serialNumber, pass })).status).toBe(403);
  }
  expect((await openProject({ token: other.token, pass: opened })).project).toBe(null);
  const hashes = sqlOf(server.deps.db).prepare("SELECT password_hash FROM project_shares").pluck().all();
  expect(hashes.filter((hash) => hash !== null && !String(hash).startsWith("$argon2id$"))).toEqual([]);
  elapsedMs += 11 * 3_600_000;
  expect((await openProject({ token, pass: opened })).project).toBe(null);
});

test("whoever guesses a link's password is slowed down; no one can lock the link for others [threat X3]", async () => {
  const strict = await startWorkingServer({
    config: { rateLimitFactor: 1, trustProxy: 1 },
    deps: { now: () => Date.now() + elapsedMs },
  });
  try {
    const jane = await newPerson(strict);
    const { body } = await jane.post("/api/projects", { name: "Roof" });
    const made = await jane.post(`/api/projects/${body.id}/shares`, { password: "open sesame" });
    const token = String(made.body.url).split("#").at(-1);
    const guess = async (address: string, password: string) =>
      (
        await createTestClient(strict.origin).post(
          "/api/share/open",
          { token, password },
          { "x-forwarded-for": address },
        )
      ).status;
    const tenFromEve = () =>
      Promise.all(Array.from({ length: 10 }, (_, index) => guess("203.0.113.1", `${index}`)));
    for (let round = 0; round < 4; round++) {
      expect(await tenFromEve()).toEqual(Array(10).fill(403));
      expect(await guess("203.0.113.1", "open sesame")).toBe(429);
      elapsedMs += 16 * 60_000;
    }
    expect(await tenFromEve()).toEqual(Array(10).fill(429));
    for (let address = 2; address < 42; address++)
      for (let count = 0; count < 10; count++) expect(await guess(`203.0.113.${address}`, "x")).toBe(403);
    expect(await guess("203.0.113.99", "open sesame")).toBe(200);
    elapsedMs += 24 * 3_600_000;
    expect(await guess("203.0.113.1", "open sesame")).toBe(200);
  } finally {
    await strict.stop();
  }
});

test("no one with a link can use up its ZIP files and packs for other readers [threat X3]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1, trustProxy: 1 } });
  try {
    const jane = await newPerson(strict);
    const { body } = await jane.post("/api/projects", { name: "Roof" });
    const { id } = await uploadFile(jane, "Before.pdf", smallPdf());
    const { serialNumber } = await processFile(jane, id);
    await jane.post(`/api/projects/${body.id}/entries`, { ids: [id] });
    const made = await jane.post(`/api/projects/${body.id}/shares`, { downloads: "everything" });
    const token = String(made.body.url).split("#").at(-1) ?? "";
    const download = async (address: string, file: string, fields: Record<string, string>) => {
      const answer = await fetch(`${strict.origin}/api/share/${file}`, {
        method: "POST",
        body: new URLSearchParams({ token, ...fields }),
        headers: { "x-forwarded-for": address },
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const kinds: [string, Record<string, string>][] = [
      ["zip", {}],
      ["zip", { evidence: "true" }],
      ["evidence", { serialNumber: String(serialNumber) }],
    ];
    for (const name of ["zipsPerShare", "evidenceZips", "packsPer"]) {
      // As after a thousand downloads from one address.
      for (const [file, fields] of kinds) expect(await download("203.0.113.1", file, fields)).toBe(200);
      sqlOf(strict.deps.db).exec(`UPDATE rate_limits SET count = 1000 WHERE bucket LIKE '${name}%'`);
      const statuses = await Promise.all(
        kinds.map(([file, fields]) => download("203.0.113.1", file, fields)),
      );
      expect([name, statuses.includes(429)]).toEqual([name, true]);
      for (const [file, fields] of kinds) expect(await download("203.0.113.2", file, fields)).toBe(200);
      sqlOf(strict.deps.db).exec("DELETE FROM rate_limits");
    }
    expect((await jane.get(`/api/documents/${id}/evidence`)).status).toBe(200);
  } finally {
    await strict.stop();
  }
});

test("the owner sees who opened a link, without addresses, and thousands of visits are stored in a few rows [threat X5]", async () => {
  const jane = await newPerson(server);
  const { id } = await createProject(jane, ["Before.pdf"]);
  const { token, id: shareId } = await share(jane, id, { label: "Insurer" });
  await open({ token }, jane);
  expect((await listShares(jane, id))[0]).toMatchObject({ label: "Insurer", openCount: 0, openings: [] });
  const firefox = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0" };
  await open({ token }, visitor(), firefox);
  elapsedMs += 60_000;
  await open({ token }, visitor(), firefox);
  const [seen] = await listShares(jane, id);
  expect(seen?.openCount).toBe(1);
  expect(seen?.openings).toMatchObject([{ browser: "Firefox", system: "Windows" }]);
  expect(
    Date.parse(seen?.openings[0]?.lastOpenedAt ?? "") - Date.parse(seen?.openings[0]?.openedAt ?? ""),
  ).toBeGreaterThanOrEqual(60_000);
  expect(JSON.stringify(seen)).not.toMatch(/127\.0\.0\.1|::1/);
  for (let visit = 0; visit < maxOpenings + 20; visit++) {
    elapsedMs += 31 * 60_000;
    expect((await open({ token }, visitor(), firefox)).status).toBe(200);
  }
  const rows = sqlOf(server.deps.db)
    .prepare("SELECT count(*) FROM share_openings WHERE share_id = ?")
    .pluck()
    .get(shareId);
  expect(rows).toBe(maxOpenings);
  const [later] = await listShares(jane, id);
  expect([later?.openCount, later?.openings.length]).toEqual([maxOpenings + 21, 10]);
});

test("only the owner can create, see and end links, and invalid input is refused with a reason [threat C1]", async () => {
  const [jane, eve] = [await newPerson(server), await newPerson(server, "Eve")];
  const { id } = await createProject(jane, []);
  const made = await share(jane, id);
  expect((await eve.post(`/api/projects/${id}/shares`)).status).toBe(404);
  expect((await eve.get(`/api/projects/${id}/shares`)).status).toBe(404);
  expect((await eve.send("DELETE", `/api/shares/${made.id}`)).status).toBe(404);
  expect((await listShares(jane, id))[0]?.state).toBe("open");
  const bad = [
    [{ password: "short" }, "share-password-too-short"],
    [{ password: "x".repeat(201) }, "share-password-too-long"],
    [{ expiresInDays: 366 }, "share-too-long"],
    [{ label: "x".repeat(101) }, "share-label-too-long"],
    [{ label: "屋根 سقف ".repeat(28) }, "share-label-too-long"],
  ] as const;
  for (const [input, code] of bad) {
    const { status, body } = await jane.post(`/api/projects/${id}/shares`, input);
    expect([status, body.code]).toEqual([400, code]);
  }
  expect((await jane.post(`/api/projects/${id}/shares`, { downloads: "all" })).status).toBe(400);
});

test("a project has a limited number of links, and ended links make room for new ones", async () => {
  const jane = await newPerson(server);
  const { id } = await createProject(jane, []);
  const first = await share(jane, id);
  const insert = sqlOf(server.deps.db).prepare(
    "INSERT INTO project_shares (id, project_id, downloads, created_at, expires_at) VALUES (?, ?, 'none', ?, ?)",
  );
  const time = server.deps.now();
  const others = Array.from({ length: maxShares - 1 }, (_, index) => index + 1);
  insert.runEach(others.map((number) => [`${id}-${number}`, id, time + number, time + 3_600_000]));
  const full = await jane.post(`/api/projects/${id}/shares`);
  expect([full.status, full.body.code, full.body.params]).toEqual([
    409,
    "too-many-shares",
    { count: maxShares },
  ]);
  await jane.send("DELETE", `/api/shares/${first.id}`);
  await share(jane, id);
  const shares = await listShares(jane, id);
  expect([shares.length, shares.some((known) => known.id === first.id)]).toEqual([maxShares, false]);
});

test("an account cannot keep the server busy hashing passwords by creating and ending links [threat X3]", async () => {
  const strict = await startWorkingServer({ config: { rateLimitFactor: 1 } });
  try {
    const jane = await newPerson(strict);
    const { body } = await jane.post("/api/projects", { name: "Roof" });
    const make = () => jane.post(`/api/projects/${body.id}/shares`, { password: "open sesame" });
    const made = await make();
    expect((await jane.send("DELETE", `/api/shares/${made.body.id}`)).status).toBe(200);
    const set = "UPDATE rate_limits SET count = 100 WHERE bucket LIKE 'sharesPerAccount:%'";
    sqlOf(strict.deps.db).exec(set);
    const refused = await make();
    expect([refused.status, refused.body.code]).toEqual([429, "too-many-attempts-minutes"]);
  } finally {
    await strict.stop();
  }
});

test("links end with their project and with their owner's account", async () => {
  const jane = await newPerson(server);
  const [first, second] = [
    await createProject(jane, ["Before.pdf"]),
    await createProject(jane, ["After.pdf"]),
  ];
  const tokens = [(await share(jane, first.id)).token, (await share(jane, second.id)).token];
  await open({ token: tokens[0] });
  expect((await jane.send("DELETE", `/api/projects/${first.id}`)).status).toBe(200);
  expect((await open({ token: tokens[0] })).status).toBe(404);
  expect((await open({ token: tokens[1] })).status).toBe(200);
  const sqlite = sqlOf(server.deps.db);
  const userId = sqlite.prepare("SELECT user_id FROM projects WHERE id = ?").pluck().get(second.id);
  const admin = await newAdmin(server);
  expect((await admin.send("DELETE", `/api/admin/users/${userId}`)).status).toBe(200);
  expect((await open({ token: tokens[1] })).status).toBe(404);
  const left = sqlite.prepare("SELECT count(*) FROM project_shares WHERE project_id IN (?, ?)").pluck();
  expect(left.get(first.id, second.id)).toBe(0);
});

async function namesInZip(bytes: Uint8Array): Promise<string[]> {
  const path = join(server.deps.config.dataDir, "test.zip");
  await Bun.write(path, bytes);
  const { stdout } = Bun.spawnSync(["bsdtar", "-tf", path]);
  return stdout.toString().trim().split("\n").toSorted();
}
