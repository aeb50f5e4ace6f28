import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkAttestation } from "../../evidence/attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { pageTexts, qpdfVerdict, run } from "../../testing/inspect.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  newPerson,
  processFile,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";

setDefaultTimeout(600_000);

let server: TestServer;
beforeAll(async () => {
  server = await startWorkingServer();
});
afterAll(() => server.stop());

async function createProject(client: TestClient, names: string[], stamped = names.length) {
  const { body } = await client.post("/api/projects", { name: "Thesis “Über” 2024/25" });
  const documents: DocumentView[] = [];
  for (const [index, name] of names.entries()) {
    const { id } = await uploadFile(client, name, smallPdf(index + 1));
    if (index < stamped) documents.push(await processFile(client, id));
    await client.post(`/api/projects/${body.id}/entries`, { ids: [id] });
  }
  return { id: String(body.id), documents };
}

async function createTimeline(client: TestClient, id: string, input = {}): Promise<DocumentView> {
  const { status, text } = await client.post(`/api/projects/${id}/timeline`, input);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return untilFinished(client, JSON.parse(text).id);
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

test("a timeline certificate lists every stamped document in order, is signed, verifiable, and uses no stamp", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(
    jane,
    ["Draft.pdf", "draft.pdf", "Notes.pdf", "Later.pdf"],
    3,
  );
  const before = await jane.get("/api/subscription/status");
  const timeline = await createTimeline(jane, id, { exhibits: "B", hasDeclaration: true });
  expect([timeline.status, timeline.originalName]).toEqual([
    "completed",
    "Timeline of Thesis “Über” 2024_25.pdf",
  ]);
  expect((await jane.get("/api/subscription/status")).body).toEqual(before.body);

  const path = await download(jane, timeline.id);
  expect(await qpdfVerdict(path)).toBe("clean");
  const text = (await pageTexts(path)).join(" ");
  expect(text).toContain("Project Thesis “Über” 2024/25");
  const listed = documents.toSorted((a, b) => String(a.processedAt).localeCompare(String(b.processedAt)));
  for (const [index, { serialNumber, sha256, stampedSha256 }] of listed.entries()) {
    expect(text).toContain(`Exhibit B-${index + 1} · Entry ${index + 1} of 3`);
    for (const part of [serialNumber, sha256, stampedSha256]) expect(text).toContain(String(part));
  }
  for (const part of ["Version 2 of 2", "1 document in the project was not stamped", "Declaration about all"])
    expect(text).toContain(part);
  expect(text).not.toContain("Later.pdf");

  const list = `${path}.jsonl`;
  expect((await run(["pdfdetach", "-save", "1", "-o", list, path])).exitCode).toBe(0);
  const lines = readFileSync(list, "utf8").trimEnd().split("\n");
  const record = await jane.get(`/api/verify/${timeline.serialNumber}`);
  const chain = createHash("sha256")
    .update(lines.at(-1) ?? "")
    .digest("hex");
  expect(record.body.timeline).toEqual({ entries: 3, chain });
  expect(text).toContain(chain);
  const checked = checkAttestation(String(record.body.attestation), publicJwks(server.deps.signingKeys.all));
  expect(checked).toMatchObject({ attestation: { timeline: { entries: 3, chain } } });
  await assertIntegrity(server.deps.config.dataDir);
  expect((await jane.send("DELETE", `/api/documents/${timeline.id}`)).status).toBe(200);
  await assertIntegrity(server.deps.config.dataDir);
});

test("a later timeline continues the list of the earlier one, and neither is an entry of the other", async () => {
  const jane = await newPerson(server);
  const { id } = await createProject(jane, ["First.pdf"]);
  const earlier = await createTimeline(jane, id);
  const second = await uploadFile(jane, "Second.pdf", smallPdf());
  await processFile(jane, second.id);
  await jane.post(`/api/projects/${id}/entries`, { ids: [second.id] });
  const later = await createTimeline(jane, id);
  const texts = [];
  for (const timeline of [earlier, later]) {
    const path = await download(jane, timeline.id);
    await run(["pdfdetach", "-save", "1", "-o", `${path}.jsonl`, path]);
    texts.push(readFileSync(`${path}.jsonl`, "utf8"));
  }
  const [short = "", long = ""] = texts;
  expect(short.split("\n")).toHaveLength(2);
  expect(long.startsWith(short) && long.length > short.length).toBe(true);
  const project = JSON.parse((await jane.get(`/api/projects/${id}`)).text);
  expect(project.entries).toHaveLength(2);
  expect(project.timelines.map((timeline: DocumentView) => timeline.id)).toEqual([later.id, earlier.id]);
});

test("a timeline does not pretend to list what was removed before: it says that it can't show it", async () => {
  const jane = await newPerson(server);
  const { id, documents } = await createProject(jane, ["For me.pdf", "Against me.pdf"]);
  const removed = documents.find(({ originalName }) => originalName === "Against me.pdf");
  await jane.send("DELETE", "/api/project-entries", {
    body: JSON.stringify({ ids: [removed?.id] }),
    headers: { "content-type": "application/json" },
  });
  const timeline = await createTimeline(jane, id);
  const text = (await pageTexts(await download(jane, timeline.id))).join(" ").replaceAll(/\s+/g, " ");
  expect(text).not.toContain("Against me.pdf");
  expect(text).toContain(
    "or that the account removed or deleted before, are not part of it, and this list does not show whether there were any.",
  );
  expect(text).not.toMatch(/complete|Nothing left out/);
});

test("a timeline without stamped documents, for another user's project or with invalid characters is refused and leaves nothing behind", async () => {
  const [jane, eve] = [await newPerson(server), await newPerson(server, "Eve")];
  const { id } = await createProject(jane, ["Draft.pdf"], 0);
  const empty = await jane.post(`/api/projects/${id}/timeline`);
  expect([empty.status, empty.body.code]).toEqual([409, "project-without-stamps"]);
  expect((await eve.post(`/api/projects/${id}/timeline`)).status).toBe(404);
  const letters = await jane.post(`/api/projects/${id}/timeline`, { exhibits: "a1" });
  expect([letters.status, letters.body.code]).toEqual([400, "exhibit-letters-invalid"]);
  expect(JSON.parse((await jane.get("/api/documents")).text)).toHaveLength(1);
});
