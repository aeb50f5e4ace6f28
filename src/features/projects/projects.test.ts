import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { newAdmin } from "../../testing/test-admin.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import type { ProjectDetails } from "./projects.output.schema.ts";
import { maxEntries, maxProjects } from "./projects.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

async function createProject(client: TestClient, name = "Thesis"): Promise<string> {
  const { status, body } = await client.post("/api/projects", { name });
  expect(status).toBe(200);
  return String(body.id);
}

async function readProject(client: TestClient, id: string): Promise<ProjectDetails> {
  return JSON.parse((await client.get(`/api/projects/${id}`)).text);
}

const versionsOf = ({ entries }: ProjectDetails) =>
  entries.map(({ document, version }) => [
    document.displayName,
    version && `${version.number}/${version.of}`,
  ]);

function sendJson(client: TestClient, method: string, path: string, body: object) {
  return client.send(method, path, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
}

test("a project's name and note are kept to the last character up to their limits, in any script, and refused beyond", async () => {
  const jane = await newPerson(server);
  // "👷" counts as two characters.
  const mixed = "Dach屋根سقف👷".repeat(40);
  const [name, note] = [mixed.slice(0, 99), mixed.slice(0, 440)];
  const made = await jane.post("/api/projects", { name, note });
  expect([made.status, made.body.name, made.body.note]).toEqual([200, name, note]);
  const limits: [object, string, string][] = [
    [
      { name: mixed.slice(0, 220) },
      "project-name-too-long",
      "Project name: please use at most 100 characters",
    ],
    [{ name: "x", note: mixed + mixed }, "note-too-long", "Note: please use at most 500 characters"],
  ];
  for (const [input, code, message] of limits) {
    const { status, body } = await jane.post("/api/projects", input);
    expect([status, body.code, body.message]).toEqual([400, code, message]);
    const changed = await sendJson(jane, "PATCH", `/api/projects/${made.body.id}`, input);
    expect([changed.status, changed.body.code]).toEqual([400, code]);
  }
  const ids = Array.from({ length: 101 }, (_, index) => `document-${index}`);
  const tooMany = await jane.post(`/api/projects/${made.body.id}/entries`, { ids });
  expect([tooMany.status, tooMany.body.code]).toEqual([400, "too-many-chosen"]);
});

test("documents with the same name are versions of one another, and so are those that the owner links", async () => {
  const jane = await newPerson(server);
  const id = await createProject(jane);
  const ids: string[] = [];
  for (const name of ["Draft.pdf", "Notes.pdf", "draft.pdf", "Final.pdf"])
    ids.push((await uploadFile(jane, name, smallPdf())).id);
  expect((await jane.post(`/api/projects/${id}/entries`, { ids })).body).toEqual({ moved: 4 });
  const byName = new Map([
    ["Draft.pdf", "1/2"],
    ["draft.pdf", "2/2"],
    ["Notes.pdf", null],
    ["Final.pdf", null],
  ]);
  const numbers = await readProject(jane, id);
  expect(numbers.entryCount).toBe(4);
  for (const [name, version] of versionsOf(numbers))
    if (!/draft/i.test(String(name))) expect(version).toBe(byName.get(String(name)) ?? null);
  expect(versionsOf(numbers).filter(([, version]) => version !== null)).toHaveLength(2);

  const linked = await jane.post(`/api/projects/${id}/versions`, { ids: [ids[0], ids[2], ids[3]] });
  const groups = versionsOf(JSON.parse(linked.text)).filter(([, version]) => version !== null);
  expect(groups.map(([, version]) => version)).toEqual(["1/3", "2/3", "3/3"]);
  const apart = await jane.post(`/api/projects/${id}/versions`, { ids, isLinked: false });
  expect(versionsOf(JSON.parse(apart.text))).toEqual(versionsOf(numbers));
});

test("a document is in one project at a time, is found by it, and stays when the project is deleted", async () => {
  const jane = await newPerson(server);
  const [first, second] = [await createProject(jane, "First"), await createProject(jane, "Second")];
  const { id } = await uploadFile(jane, "Lease.pdf", smallPdf());
  await uploadFile(jane, "Other.pdf", smallPdf());
  await jane.post(`/api/projects/${first}/entries`, { ids: [id] });
  await jane.post(`/api/projects/${second}/entries`, { ids: [id, "unknown"] });
  expect((await readProject(jane, first)).entries).toEqual([]);
  expect((await jane.get(`/api/documents/search?project=${second}`)).body.total).toBe(1);
  const projects = JSON.parse((await jane.get("/api/projects")).text) as {
    name: string;
    entryCount: number;
  }[];
  expect(projects.map(({ name, entryCount }) => [name, entryCount]).toSorted()).toEqual([
    ["First", 0],
    ["Second", 1],
  ]);

  expect((await sendJson(jane, "DELETE", `/api/projects/${second}`, {})).status).toBe(200);
  expect((await jane.get(`/api/projects/${second}`)).status).toBe(404);
  expect((await readDocument(jane, id)).projectId).toBe(null);
});

test("name and note change, documents leave a project, and bad input is refused with its reason", async () => {
  const jane = await newPerson(server);
  const id = await createProject(jane);
  const change = await sendJson(jane, "PATCH", `/api/projects/${id}`, {
    name: " Roof\u202e of\n12 ",
    note: "x",
  });
  expect([change.body.name, change.body.note]).toEqual(["Roof of 12", "x"]);
  expect((await sendJson(jane, "PATCH", `/api/projects/${id}`, { note: "" })).body.note).toBe(null);
  for (const name of ["", " \u200b", "x".repeat(101), 7]) {
    const { status, body } = await jane.post("/api/projects", { name });
    expect([name, status]).toEqual([name, 400]);
    expect(String(body.message)).toMatch(/project/i);
  }
  const document = await uploadFile(jane);
  await jane.post(`/api/projects/${id}/entries`, { ids: [document.id] });
  expect((await sendJson(jane, "DELETE", "/api/project-entries", { ids: [document.id] })).body).toEqual({
    moved: 1,
  });
  expect((await readProject(jane, id)).entries).toEqual([]);
  expect((await jane.post(`/api/projects/${id}/entries`, { ids: [] })).body.code).toBe("nothing-chosen");
});

test("a user cannot see, change or move another user's project or document [threat C1]", async () => {
  const [jane, eve] = [await newPerson(server), await newPerson(server, "Eve", "Poe")];
  const id = await createProject(jane);
  const hers = await createProject(eve);
  const document = await uploadFile(jane);
  await jane.post(`/api/projects/${id}/entries`, { ids: [document.id] });
  const refused = await Promise.all([
    eve.get(`/api/projects/${id}`),
    sendJson(eve, "PATCH", `/api/projects/${id}`, { name: "Mine" }),
    sendJson(eve, "DELETE", `/api/projects/${id}`, {}),
    eve.post(`/api/projects/${id}/entries`, { ids: [document.id] }),
    eve.post(`/api/projects/${id}/versions`, { ids: [document.id] }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await eve.post(`/api/projects/${hers}/entries`, { ids: [document.id] })).body).toEqual({
    moved: 0,
  });
  expect((await sendJson(eve, "DELETE", "/api/project-entries", { ids: [document.id] })).body).toEqual({
    moved: 0,
  });
  expect((await eve.get(`/api/documents/search?project=${id}`)).body.total).toBe(0);
  expect((await readProject(jane, id)).entries).toHaveLength(1);
});

test("projects and their documents have limits, each with a message", async () => {
  const jane = await newPerson(server);
  const id = await createProject(jane);
  const owner = await jane.get("/api/auth/me");
  const sqlite = sqlOf(server.deps.db);
  const userId = sqlite.prepare("SELECT id FROM users WHERE username = ?").pluck().get(owner.body.username);
  const insertDocument = sqlite.prepare(
    "INSERT INTO documents (id, user_id, project_id, original_name, file_type, file_size, sha256, created_at) VALUES (?, ?, ?, 'a.pdf', 'application/pdf', '1', 'x', 0)",
  );
  insertDocument.runEach(Array.from({ length: maxEntries }, (_, number) => [`full-${number}`, userId, id]));
  const { id: documentId } = await uploadFile(jane);
  const full = await jane.post(`/api/projects/${id}/entries`, { ids: [documentId] });
  expect([full.status, full.body.code, full.body.params]).toEqual([
    409,
    "project-full",
    { count: maxEntries },
  ]);
  expect((await jane.post(`/api/projects/${id}/entries`, { ids: ["full-0"] })).body).toEqual({ moved: 1 });

  const insertProject = sqlite.prepare(
    "INSERT INTO projects (id, user_id, name, created_at) VALUES (?, ?, 'x', 0)",
  );
  insertProject.runEach(Array.from({ length: maxProjects - 1 }, (_, number) => [`full-${number}`, userId]));
  const refused = await jane.post("/api/projects", { name: "One more" });
  expect([refused.status, refused.body.code]).toEqual([409, "too-many-projects"]);
});

test("everything in a project can be downloaded as one ZIP file, without other documents", async () => {
  const jane = await newPerson(server);
  const id = await createProject(jane);
  const inside = await uploadFile(jane, "inside.pdf", smallPdf());
  const outside = await uploadFile(jane, "outside.pdf", smallPdf());
  for (const document of [inside, outside]) await processFile(jane, document.id);
  await jane.post(`/api/projects/${id}/entries`, { ids: [inside.id] });
  const zip = await fetch(`${server.origin}/api/documents.zip?project=${id}`, {
    headers: { cookie: jane.cookie() },
  });
  const names = await listZip(new Uint8Array(await zip.arrayBuffer()));
  expect(names).toEqual(["Certificate_of_Affidavit_inside.pdf", "Stamped_inside.pdf"]);
});

test("a deleted account leaves no project behind", async () => {
  const jane = await newPerson(server);
  const id = await createProject(jane, "Secret name");
  const document = await uploadFile(jane);
  await jane.post(`/api/projects/${id}/entries`, { ids: [document.id] });
  const sqlite = sqlOf(server.deps.db);
  const userId = sqlite.prepare("SELECT user_id FROM projects WHERE id = ?").pluck().get(id);
  const admin = await newAdmin(server);
  expect((await admin.send("DELETE", `/api/admin/users/${userId}`)).status).toBe(200);
  expect(sqlite.prepare("SELECT count(*) FROM projects WHERE user_id = ?").pluck().get(userId)).toBe(0);
  expect(sqlite.prepare("SELECT project_id FROM documents WHERE id = ?").pluck().get(document.id)).toBe(null);
});

async function listZip(bytes: Uint8Array): Promise<string[]> {
  const path = join(server.deps.config.dataDir, "test.zip");
  await Bun.write(path, bytes);
  const { stdout } = Bun.spawnSync(["bsdtar", "-tf", path]);
  return stdout.toString().trim().split("\n").toSorted();
}
