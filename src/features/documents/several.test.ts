import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { transaction } from "../../../db/transaction.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  filesIn,
  newPerson,
  newSender,
  processFile,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { startTestSmtpServer, type TestSmtpServer } from "../../testing/test-smtp-server.ts";
import { removeRow } from "./documents.service.ts";

setDefaultTimeout(600_000);

let smtp: TestSmtpServer;
let server: TestServer;
let jane: TestClient;
let leases: string[];
beforeAll(async () => {
  smtp = await startTestSmtpServer();
  server = await startWorkingServer({ config: { smtpUrl: smtp.url } });
  jane = await newSender(server, "jane@example.org");
  leases = [await newDocument(jane, "lease.pdf"), await newDocument(jane, "LEASE.pdf")];
});
afterEach(() => {
  smtp.received.length = 0;
});
afterAll(async () => {
  await smtp.stop();
  await server.stop();
});

async function newDocument(person: TestClient, name: string, bytes = smallPdf()): Promise<string> {
  const { id } = await uploadFile(person, name, bytes);
  await processFile(person, id);
  return id;
}

const zipOf = (client: TestClient, query: string, method = "GET") =>
  fetch(`${server.origin}/api/documents.zip?${query}`, { method, headers: { cookie: client.cookie() } });

/** The names in a ZIP file, which unzip must accept. */
function testedNames(bytes: Uint8Array): string[] {
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  try {
    const path = join(folder, "documents.zip");
    writeFileSync(path, bytes);
    const { status, stdout } = spawnSync("unzip", ["-t", path], { encoding: "utf8" });
    expect([status, stdout.includes("No errors detected")]).toEqual([0, true]);
    return Object.keys(unzipSync(bytes));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("several documents come as one ZIP file that unzip accepts, with the same bytes as separate downloads, and with distinct names", async () => {
  const answer = await zipOf(jane, `ids=${leases.join()}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(testedNames(bytes)).toEqual([
    "Stamped_lease.pdf",
    "Certificate_of_Affidavit_lease.pdf",
    "Stamped_LEASE (2).pdf",
    "Certificate_of_Affidavit_LEASE (2).pdf",
  ]);
  const files = unzipSync(bytes);
  const single = await fetch(`${server.origin}/api/documents/${leases[1]}/download`, {
    headers: { cookie: jane.cookie() },
  });
  expect(
    Buffer.from(await single.arrayBuffer()).equals(files["Stamped_LEASE (2).pdf"] ?? new Uint8Array()),
  ).toBe(true);
  const head = await zipOf(jane, `ids=${leases.join()}`, "HEAD");
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
});

test("a ZIP file of a search contains the completed documents that match it, under the names their owner gave them", async () => {
  const person = await newPerson(server, "Ann", "Poe");
  const id = await newDocument(person, "scan0001.pdf");
  await newDocument(person, "other.pdf");
  await uploadFile(person, "roof not stamped.pdf", smallPdf());
  await person.send("PATCH", `/api/documents/${id}`, {
    body: JSON.stringify({ displayName: "Roof: 2/3", note: "roof" }),
    headers: { "content-type": "application/json" },
  });
  const bytes = new Uint8Array(await (await zipOf(person, "query=roof")).arrayBuffer());
  expect(testedNames(bytes)).toEqual(["Stamped_Roof_ 2_3.pdf", "Certificate_of_Affidavit_Roof_ 2_3.pdf"]);
  const nothing = await zipOf(person, "query=cellar");
  expect([nothing.status, await nothing.json()]).toMatchObject([404, { code: "nothing-for-zip" }]);
});

test("no one gets another person's document in a ZIP file, nor one that is not completed", async () => {
  const bob = await newPerson(server, "Bob", "Roe");
  expect((await zipOf(bob, `ids=${leases.join()}`)).status).toBe(404);
  const { id } = await uploadFile(bob, "new.pdf", smallPdf());
  expect((await zipOf(bob, `ids=${id}`)).status).toBe(404);
  expect((await zipOf(bob, `ids=${Array.from({ length: 101 }, () => id).join()}`)).status).toBe(400);
  expect((await fetch(`${server.origin}/api/documents.zip?ids=${id}`)).status).toBe(401);
});

test("several documents go out in one mail, with every stamped copy and certificate attached [threat E2]", async () => {
  const { status, body } = await jane.post("/api/documents/email", { ids: leases, email: "ann@example.org" });
  expect([status, body.success]).toEqual([200, true]);
  const [received] = await smtp.untilReceived(1);
  expect(smtp.received).toHaveLength(1);
  expect(received?.mail.subject).toContain("2 stamped documents from “Jane Doe” and their certificates");
  expect(received?.files.map(({ filename }) => filename)).toEqual([
    "Stamped_lease.pdf",
    "Certificate_of_Affidavit_lease.pdf",
    "Stamped_LEASE (2).pdf",
    "Certificate_of_Affidavit_LEASE (2).pdf",
  ]);
  expect(received?.mail.text?.match(/\/verify\/AT-/g)).toHaveLength(2);
  const text = received?.mail.text?.replaceAll("\u2060", "");
  expect(text).toMatch(/The documents: “lease\.pdf” \(AT-[\w-]+\), “LEASE \(2\)\.pdf” \(AT-[\w-]+\)\./);
  expect(text).toContain("Verify “LEASE (2).pdf”:");
  expect(text).toContain("Download the evidence pack of “lease.pdf”:");
  expect(received?.mail.text?.match(/\/shared#/g)).toHaveLength(2);
});

test("documents that are together too large for a mail are linked, each with its own link", async () => {
  const padded = new Uint8Array(9 * 1024 * 1024).fill(0x20);
  padded.set(smallPdf());
  const sender = await newSender(server, "sender@example.org");
  const ids = [await newDocument(sender, "a.pdf", padded), await newDocument(sender, "b.pdf", padded)];
  await sender.post("/api/documents/email", { ids, email: "ann@example.org" });
  const [received] = await smtp.untilReceived(1);
  expect(received?.files).toEqual([]);
  expect(received?.mail.text).toContain("too large for an email");
  const tokens = Array.from(
    received?.mail.text?.matchAll(/\/shared#(\S+)/g) ?? [],
    ([, token]) => token ?? "",
  );
  const names = [];
  for (const token of tokens) {
    const body = new URLSearchParams({ token });
    const answer = await fetch(`${server.origin}/api/shared/download`, { method: "POST", body });
    names.push(answer.headers.get("content-disposition"));
  }
  expect(names.map((name) => name?.split(";")[1])).toEqual([
    ' filename="Stamped_a.pdf"',
    ' filename="Stamped_b.pdf"',
  ]);
});

test("an email with more than twenty documents, a missing one or another person's is refused entirely", async () => {
  const bob = await newSender(server, "bob@example.org");
  const send = (client: TestClient, ids: string[]) =>
    client.post("/api/documents/email", { ids, email: "ann@example.org" });
  expect(
    await send(
      jane,
      Array.from({ length: 21 }, () => leases[0] ?? ""),
    ),
  ).toMatchObject({
    status: 400,
    body: { code: "too-many-for-email" },
  });
  expect((await send(jane, [...leases, "gone"])).status).toBe(404);
  expect((await send(bob, leases)).status).toBe(404);
  expect(smtp.received).toEqual([]);
});

test("several documents are deleted with their files; missing ones and another person's are ignored", async () => {
  const person = await newPerson(server, "Ann", "Doe");
  const ids = [await newDocument(person, "a.pdf"), (await uploadFile(person, "b.pdf", smallPdf())).id];
  const { body } = await person.post("/api/documents/delete", { ids: [...ids, "gone", ...leases] });
  expect(body).toEqual({ deleted: 2 });
  expect((await person.get("/api/documents/search")).body.total).toBe(0);
  expect((await person.post("/api/documents/delete", { ids })).body).toEqual({ deleted: 0 });
  const left = filesIn(server.deps.config.dataDir).join();
  for (const id of ids) expect(left).not.toContain(id);
  for (const id of leases) expect((await jane.get(`/api/documents/${id}`)).status).toBe(200);
});

test("documents that must still be uploads are not deleted once they were started, even between two steps of the call", async () => {
  const person = await newPerson(server, "Ann", "Roe");
  const stamped = await newDocument(person, "stamped.pdf");
  const { id: waiting } = await uploadFile(person, "waiting.pdf", smallPdf());
  const onlyUploads = (ids: string[]) =>
    person.post("/api/documents/delete", { ids, onlyIfStatus: "uploaded" });
  expect((await onlyUploads([stamped, waiting])).body).toEqual({ deleted: 1 });
  expect((await person.get(`/api/documents/${stamped}`)).body.status).toBe("completed");
  expect((await person.get(`/api/documents/${waiting}`)).status).toBe(404);
  // Listed as an upload, and completed before its row is deleted.
  const removed = transaction(server.deps, (deps) =>
    removeRow(deps, { id: stamped }, { onlyIfStatus: "uploaded" }),
  );
  expect(await removed).toBeUndefined();
  expect((await person.get(`/api/documents/${stamped}`)).body.status).toBe("completed");
  expect((await onlyUploads([])).status).toBe(400);
  const unknown = { ids: [stamped], onlyIfStatus: "lost" };
  expect((await person.post("/api/documents/delete", unknown)).status).toBe(400);
});
