import { expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DocumentView } from "../features/documents/documents.output.schema.ts";
import { type FileArea, fileAreas } from "../platform/files/object-store.ts";
import { lengthenWaits } from "../platform/jobs/test-long-waits.ts";
import { sharedWorkers } from "../platform/jobs/test-workers.ts";
import { startBackground } from "../server/background.ts";
import { createTestClient, type TestClient } from "./test-client.ts";
import { startTestServer, type TestOverrides, type TestServer } from "./test-server.ts";
import { sqlOf } from "./test-sql.ts";
import { until } from "./test-waiting.ts";

/** The real server with running jobs and children; the children are shared, unless the test passes others. */
export function startWorkingServer({ config, deps }: TestOverrides = {}): Promise<TestServer> {
  return startAtWork({ config, deps: { workers: sharedWorkers(), ...deps } });
}

/** The same with separate children, for tests that examine them. */
export const startServerWithOwnChildren = (overrides: TestOverrides = {}) => startAtWork(overrides);

/** Responses wait for documents as long as a busy machine needs, unless the test brings its own `jobEvents`. */
async function startAtWork(overrides: TestOverrides): Promise<TestServer> {
  const server = await startTestServer(overrides);
  if (!overrides.deps?.jobEvents) lengthenWaits(server.deps.jobEvents);
  const background = await startBackground(server.deps);
  return {
    ...server,
    async stop() {
      await background.stop();
      await server.stop();
    },
  };
}

let people = 0;

/** A signed-in user with a new account. */
export async function newPerson(
  server: TestServer,
  firstName = "Jane",
  lastName = "Doe",
): Promise<TestClient> {
  const client = createTestClient(server.origin);
  people += 1;
  const answer = await client.register({ username: `person-${people}-${Date.now()}`, firstName, lastName });
  expect(answer.status).toBe(200);
  return client;
}

/** The same with a confirmed address, without which a server with SMTP sends no documents to others. */
export async function newSender(
  server: TestServer,
  email: string,
  names?: [string, string],
): Promise<TestClient> {
  const sender = await newPerson(server, ...(names ?? []));
  sqlOf(server.deps.db)
    .prepare("UPDATE users SET email = ?, email_key = ?, email_confirmed_at = 1 WHERE username = ?")
    .run(email, email, (await sender.get("/api/auth/me")).body.username);
  return sender;
}

/** A small handwritten PDF with this many pages. */
export function smallPdf(pages = 1): Uint8Array<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, page) => page + 3);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count ${pages}/Kids[${kids.map((number) => `${number} 0 R`).join(" ")}]>>`,
    ...kids.map(() => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"),
  ];
  let text = "%PDF-1.7\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

export function formWith(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append("file", new Blob([bytes], { type: "application/octet-stream" }), name);
  return form;
}

export async function uploadFile(
  client: TestClient,
  name = "lease.pdf",
  bytes: Uint8Array<ArrayBuffer> = smallPdf(),
): Promise<DocumentView> {
  const answer = await client.send("POST", "/api/documents/upload", { body: formWith(name, bytes) });
  expect([answer.status, answer.status === 200 ? "" : answer.text]).toEqual([200, ""]);
  return JSON.parse(answer.text);
}

export async function readDocument(client: TestClient, id: string): Promise<DocumentView> {
  return JSON.parse((await client.get(`/api/documents/${id}`)).text);
}

/** Waits until the document is completed or failed. */
export async function untilFinished(client: TestClient, id: string): Promise<DocumentView> {
  const isFinished = async () => (await readDocument(client, id)).status !== "processing";
  await until(`document ${id} is finished`, isFinished);
  return readDocument(client, id);
}

export async function processFile(client: TestClient, id: string, config = {}): Promise<DocumentView> {
  const answer = await client.post(`/api/documents/${id}/process`, config);
  expect(answer.status).toBe(200);
  return untilFinished(client, id);
}

/** The key of a document's only stored file in an area. */
export function findFile(dataDir: string, area: FileArea, id: string): string {
  const keys = filesIn(dataDir).filter((name) => name.startsWith(`${area}/${id}`));
  expect(keys).toHaveLength(1);
  return keys[0] ?? "";
}

/** All stored files, and partial ones. */
export function filesIn(dataDir: string): string[] {
  return [...fileAreas, "tmp"].flatMap((area) => {
    const folder = join(dataDir, area);
    return existsSync(folder) ? readdirSync(folder).map((name) => `${area}/${name}`) : [];
  });
}

/** Files that are being received or made. */
export const temporaryFilesOf = ({ deps }: TestServer): string[] =>
  filesIn(deps.config.dataDir).filter((name) => name.startsWith("tmp/"));
