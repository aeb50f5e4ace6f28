import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import {
  newPerson,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import type { DocumentView } from "./documents.output.schema.ts";
import { fillSearchTexts } from "./finding.service.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let jane: TestClient;
beforeAll(async () => {
  server = await startWorkingServer();
  jane = await newPerson(server, "Jane", "Doe");
  for (const name of names) await uploadFile(jane, name, smallPdf());
  const later = sqlOf(server.deps.db).prepare(
    "UPDATE documents SET created_at = created_at + ? WHERE original_name = ?",
  );
  for (const [at, name] of names.entries()) later.run(10 * at, name);
});
afterAll(() => server.stop());

const names = ["Straße 12.pdf", "Kitchen lease.pdf", "100%_done.pdf", "résumé.pdf", "ДОГОВОР.pdf"];

async function find(client: TestClient, parameters: Record<string, string> = {}) {
  const { status, body } = await client.get(`/api/documents/search?${new URLSearchParams(parameters)}`);
  const found = (body.documents ?? []) as DocumentView[];
  return { status, body, total: body.total, names: found.map(({ displayName }) => displayName) };
}

const searches: [string, string[]][] = [
  ["strasse", ["Straße 12.pdf"]],
  ["LEASE kitchen", ["Kitchen lease.pdf"]],
  ["%_", ["100%_done.pdf"]],
  ["RESUME", ["résumé.pdf"]],
  ["договор", ["ДОГОВОР.pdf"]],
  ["\\", []],
  ["lease roof", []],
];
test("a document is found by the SHA-256 of the file that was uploaded", async () => {
  const { body } = await jane.get("/api/documents/search?limit=1");
  const [one] = body.documents as DocumentView[];
  const { names } = await find(jane, { sha256: one?.sha256 ?? "" });
  expect(names).toContain(one?.displayName ?? "");
  expect(await find(jane, { sha256: "0".repeat(64) })).toMatchObject({ total: 0 });
});

for (const [query, expected] of searches) {
  test(`a search for ${query} finds ${expected.join() || "nothing"}`, async () => {
    expect(await find(jane, { query })).toMatchObject({ total: expected.length, names: expected });
  });
}

test("the pages of a sorted list contain every document once, and a page beyond the last one is empty", async () => {
  const pages = [];
  for (const page of ["1", "2", "3", "4"]) pages.push(await find(jane, { page, limit: "2", sort: "name" }));
  expect(pages.map(({ names: shown }) => shown.length)).toEqual([2, 2, 1, 0]);
  expect(pages.every(({ total }) => total === names.length)).toBe(true);
  expect(pages.flatMap(({ names: shown }) => shown)).toEqual([
    "100%_done.pdf",
    "Kitchen lease.pdf",
    "résumé.pdf",
    "Straße 12.pdf",
    "ДОГОВОР.pdf",
  ]);
  expect((await find(jane, { sort: "oldest" })).names).toEqual(names);
  expect((await find(jane, { sort: "newest" })).names).toEqual(names.toReversed());
});

test("a document is found by state, kind, upload time, serial number in any notation, and other parties", async () => {
  const person = await newPerson(server, "Ann", "Poe");
  const { id } = await uploadFile(person, "Deck.pdf", smallPdf());
  await uploadFile(person, "Roof.pdf", smallPdf());
  const { serialNumber, createdAt } = await processFile(person, id, { otherParties: "Müller & Sons" });
  const whole = String(serialNumber);
  const nextSecond = new Date(Date.parse(createdAt) + 1000).toISOString();
  const searched: Record<string, string>[] = [
    { status: "completed" },
    { query: whole },
    { query: whole.toLowerCase().replaceAll("-", " ") },
    { query: whole.slice(3, 12).toLowerCase() },
    { query: whole.replaceAll("-", "").slice(4, 16).toLowerCase().replaceAll("0", "o").replaceAll("1", "i") },
    { query: "muller" },
  ];
  for (const parameters of searched) {
    expect([parameters, (await find(person, parameters)).names]).toEqual([parameters, ["Deck.pdf"]]);
  }
  expect((await find(person, { status: "uploaded" })).names).toEqual(["Roof.pdf"]);
  expect((await find(person, { kind: "pdf" })).total).toBe(2);
  expect((await find(person, { kind: "image" })).total).toBe(0);
  expect((await find(person, { before: createdAt })).names).not.toContain("Deck.pdf");
  expect((await find(person, { from: createdAt, before: nextSecond })).names).toContain("Deck.pdf");
  expect((await find(person, { from: "yesterday" })).status).toBe(400);
  expect((await find(jane, { query: whole })).total).toBe(0);
});

test("collections are found by their type", async () => {
  const person = await newPerson(server, "Ann", "Roe");
  await uploadFile(person, "Deck.pdf", smallPdf());
  await attestFiles(person, makeFiles(2), { title: "Roof" });
  expect((await find(person)).total).toBe(2);
  expect((await find(person, { kind: "collection" })).names).toEqual(["Roof"]);
  expect((await find(person, { kind: "pdf" })).names).toEqual(["Deck.pdf"]);
});

test("timeline certificates and acknowledgments are found by the names that readers see, in each language", async () => {
  const person = await newPerson(server, "Ann", "Poe");
  const project = async (name: string) => {
    const { body } = await person.post("/api/projects", { name });
    const { id } = await uploadFile(person, "Roof.pdf", smallPdf());
    await processFile(person, id);
    await person.post(`/api/projects/${body.id}/entries`, { ids: [id] });
    const { text } = await person.post(`/api/projects/${body.id}/timeline`, {});
    return (await untilFinished(person, JSON.parse(text).id)).id;
  };
  await project("Obra Norte");
  const given = await project("Bob");
  sqlOf(server.deps.db).exec(
    `UPDATE documents SET kind = 'acknowledgement', timeline = NULL, acknowledgement = '{}', original_name = 'Acknowledgement by Bob.pdf',
    search_text = 'acknowledgement by bob.pdf' WHERE id = '${given}'`,
  );
  const [timeline, acknowledgement] = ["Timeline of Obra Norte.pdf", "Acknowledgement by Bob.pdf"];
  const expected: [query: string, found: string[]][] = [
    ["cronologia", [timeline]],
    ["Cronología de Obra Norte", [timeline]],
    ["crono norte", [timeline]],
    ["timeline of norte", [timeline]],
    ["cronología sur", []],
    ["acuse", [acknowledgement]],
    ["Acuse de Bob", [acknowledgement]],
    ["acknowledgement by bob", [acknowledgement]],
    ["acknowledgment by bob", [acknowledgement]],
    ["acuse roof", []],
  ];
  const found: typeof expected = [];
  for (const [query] of expected) found.push([query, (await find(person, { query })).names]);
  expect(found).toEqual(expected);
});

test("a new name and a note change what the owner sees and finds, but nothing that was attested [threat C11]", async () => {
  const { id } = await uploadFile(jane, "scan0001.pdf", smallPdf());
  const { serialNumber } = await processFile(jane, id);
  const record = await jane.get(`/api/verify/${serialNumber}`);
  const change = { displayName: "  Lease of\u202e Smith ", note: "paid\nin cash" };
  const { status, body } = await jane.send("PATCH", `/api/documents/${id}`, {
    body: JSON.stringify(change),
    headers: { "content-type": "application/json" },
  });
  expect([status, body.displayName, body.originalName, body.note]).toEqual([
    200,
    "Lease of Smith",
    "scan0001.pdf",
    "paid in cash",
  ]);
  for (const query of ["smith", "SCAN0001", "cash"])
    expect((await find(jane, { query })).names).toEqual(["Lease of Smith"]);
  const { body: attested } = await jane.get(`/api/verify/${serialNumber}`);
  expect(attested.documentName).toBe("scan0001.pdf");
  expect(attested).toEqual(record.body);
  const download = await jane.get(`/api/documents/${id}/download`);
  expect(download.headers.get("content-disposition")).toContain("Stamped_scan0001.pdf");

  await rename(jane, id, { displayName: "Lease 2024/25" });
  expect((await find(jane, { query: "lease 2024/25" })).names).toEqual(["Lease 2024/25"]);

  await rename(jane, id, { displayName: "" });
  expect(await readDocument(jane, id)).toMatchObject({ displayName: "scan0001.pdf", note: "paid in cash" });
  expect((await find(jane, { query: "smith" })).total).toBe(0);
  await rename(jane, id, { note: "" });
  expect(await readDocument(jane, id)).toMatchObject({ displayName: "scan0001.pdf", note: null });
});

function rename(client: TestClient, id: string, change: { displayName?: string; note?: string }) {
  return client.send("PATCH", `/api/documents/${id}`, {
    body: JSON.stringify(change),
    headers: { "content-type": "application/json" },
  });
}

test("no one else can rename a document, and a name that is too long is refused with its field", async () => {
  const { id } = await uploadFile(jane, "mine.pdf", smallPdf());
  const bob = await newPerson(server, "Bob", "Roe");
  expect((await rename(bob, id, { displayName: "his" })).status).toBe(404);
  const { status, body } = await rename(jane, id, { displayName: "x".repeat(256) });
  expect([status, body.code]).toEqual([400, "display-name-too-long"]);
  expect(await readDocument(jane, id)).toMatchObject({ displayName: "mine.pdf" });
});

test("a name of 220 characters in several scripts is kept and found; longer notes and searches are refused", async () => {
  const { id } = await uploadFile(jane, "short.pdf", smallPdf());
  const displayName = `${"Vertrag 契約書 عقد ".repeat(14).slice(0, 209)}Schlusswort`;
  expect(displayName).toHaveLength(220);
  expect((await rename(jane, id, { displayName })).status).toBe(200);
  expect(await readDocument(jane, id)).toMatchObject({ displayName, originalName: "short.pdf" });
  for (const query of ["schlusswort", "契約書", "عقد"]) {
    const { names } = await find(jane, { query });
    expect([query, names.includes(displayName)]).toEqual([query, true]);
  }
  const note = await rename(jane, id, { note: "契".repeat(501) });
  expect([note.status, note.body.code]).toEqual([400, "note-too-long"]);
  const search = await jane.get(`/api/documents/search?query=${"x".repeat(201)}`);
  expect([search.status, search.body.code]).toEqual([400, "search-too-long"]);
});

test("documents of an earlier version are found after the next start", async () => {
  const person = await newPerson(server, "Old", "Timer");
  await uploadFile(person, "Überholt.pdf", smallPdf());
  sqlOf(server.deps.db).exec("UPDATE documents SET search_text = NULL");
  expect((await find(person, { query: "uberholt" })).total).toBe(0);
  await fillSearchTexts(server.deps, new AbortController().signal);
  expect((await find(person, { query: "uberholt" })).names).toEqual(["Überholt.pdf"]);
  expect((await find(jane, { query: "strasse" })).total).toBe(1);
});

test("the search of an account without documents is empty, and a visitor has none", async () => {
  const person = await newPerson(server, "New", "Comer");
  expect(await find(person)).toMatchObject({ status: 200, total: 0, names: [] });
  expect((await find(createTestClient(server.origin))).status).toBe(401);
});
