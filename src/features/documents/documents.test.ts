import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { chmodSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { encrypt } from "../../formats/pdf/encryption/test-encrypted.ts";
import { onePage, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { textOfPages } from "../../formats/pdf/test-tools.ts";
import { fileAreas } from "../../platform/files/object-store.ts";
import { readQrCode } from "../../testing/qr.ts";
import type { TestClient } from "../../testing/test-client.ts";
import {
  filesIn,
  findFile,
  formWith,
  newPerson,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  untilFinished,
  uploadFile,
} from "../../testing/test-documents.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { until } from "../../testing/test-waiting.ts";
import { startReceiver } from "../webhooks/test-webhooks.ts";

setDefaultTimeout(600_000);

let server: TestServer;
let jane: TestClient;
let bob: TestClient;
beforeAll(async () => {
  server = await startWorkingServer();
  jane = await newPerson(server, "Jane", "Doe");
  bob = await newPerson(server, "Bob", "Roe");
});
afterAll(() => server.stop());

const sha256 = (bytes: ArrayBuffer | Uint8Array) =>
  createHash("sha256").update(new Uint8Array(bytes)).digest("hex");

async function read(client: TestClient, path: string, headers: Record<string, string> = {}, method = "GET") {
  return fetch(`${server.origin}${path}`, { method, headers: { cookie: client.cookie(), ...headers } });
}

test("a Spanish client gets a stamp, a certificate and notes in Spanish; the default is English", async () => {
  const person = await newPerson(server);
  const titles: string[] = [];
  const stamps: string[] = [];
  const script = "/AA << /O << /S /JavaScript /JS (app.alert\\(1\\)) >> >>";
  const scripted = pdfWithTable(onePage({ page: `/MediaBox [0 0 595 842] ${script}` }));
  for (const language of ["es", undefined] as const) {
    const { id } = await uploadFile(person, "contrato.pdf", new Uint8Array(scripted));
    const { timestampConfig } = await processFile(person, id, { ...(language && { language }) });
    expect(timestampConfig?.language).toBe(language);
    const certificate = await read(person, `/api/documents/${id}/certificate`);
    const copy = await read(person, `/api/documents/${id}/download`);
    stamps.push(textOfPages(new Uint8Array(await copy.arrayBuffer())).join(" "));
    titles.push(textOfPages(new Uint8Array(await certificate.arrayBuffer())).join(" "));
  }
  expect(titles[0]).toContain("Certificadodeatestación");
  expect(titles[0]).toContain("Sequitarondelacopiaselladalosscriptsylasaccionesautomáticas.");
  expect(titles[1]).toContain("CertificateofAttestation");
  expect(titles[1]).toContain("Scriptsandautomaticactionswereremoved");
  expect(stamps[0]).toContain("clientedeclarado:");
  expect(stamps[1]).toContain(`Checkitat${new URL(server.origin).host}`);
  const { id } = await uploadFile(person, "lease.pdf", smallPdf(1));
  const refused = await person.post(`/api/documents/${id}/process`, { language: "xx" });
  expect(refused.status).toBe(400);
});

test("a stamp has a QR code with the address of its record, unless its owner wants none", async () => {
  const person = await newPerson(server);
  const codes: string[] = [];
  for (const qrCode of [undefined, "off"] as const) {
    const { id } = await uploadFile(person, "lease.pdf", smallPdf(1));
    const { serialNumber, timestampConfig } = await processFile(person, id, { ...(qrCode && { qrCode }) });
    expect(timestampConfig?.qrCode).toBe(qrCode);
    const copy = join(server.deps.config.dataDir, findFile(server.deps.config.dataDir, "stamped", id));
    codes.push(await readQrCode(copy).catch(() => "none"));
    if (qrCode === undefined) expect(codes).toEqual([`${server.origin}/verify/${serialNumber}`]);
  }
  expect(codes[1]).toBe("none");
  const { id } = await uploadFile(person, "lease.pdf", smallPdf(1));
  expect((await person.post(`/api/documents/${id}/process`, { qrCode: "maybe" })).status).toBe(400);
});

test("a PDF that can't be opened without a password, or changed, is refused at its upload, and nothing is kept or counted [threat F12]", async () => {
  const person = await newPerson(server);
  const send = async (bytes: Uint8Array<ArrayBuffer>) => {
    const answer = await person.send("POST", "/api/documents/upload", { body: formWith("lease.pdf", bytes) });
    return { status: answer.status, code: JSON.parse(answer.text).code };
  };
  const locked = new Uint8Array(encrypt(smallPdf(), { user: "secret" }));
  expect(await send(locked)).toEqual({ status: 415, code: "pdf-password-protected" });
  const fixed = new Uint8Array(encrypt(smallPdf(), { permissions: ["--modify=none"] }));
  expect(await send(fixed)).toEqual({ status: 415, code: "pdf-changes-forbidden" });
  expect(JSON.parse((await person.get("/api/documents")).text)).toEqual([]);
  expect(JSON.parse((await person.get("/api/subscription/status")).text).documentCount).toBe(0);

  const readable = new Uint8Array(encrypt(smallPdf()));
  const { id } = await uploadFile(person, "lease.pdf", readable);
  expect((await processFile(person, id)).status).toBe("completed");
});

test("an uploaded document comes back stamped, with a certificate, and its serial number confirms it [spec 1 stamped-copy] [spec 4 document-status] [spec 7 process] [threat C11]", async () => {
  const person = await newPerson(server, "Zoë", "Müller");
  const original = smallPdf(10);
  const uploaded = await uploadFile(person, "lease.pdf", original);
  expect(uploaded).toMatchObject({
    originalName: "lease.pdf",
    fileType: "application/pdf",
    fileSize: String(original.length),
    status: "uploaded",
    sha256: sha256(original),
    serialNumber: null,
  });

  const document = await processFile(person, uploaded.id, { otherParties: "John Roe", position: "top-left" });
  expect(document).toMatchObject({ status: "completed", pages: 10, originalKept: true, errorMessage: null });
  expect(document.timestampConfig).toEqual({
    position: "top-left",
    format: "document-timestamp",
    originalDate: undefined,
    otherParties: "John Roe",
  });

  const stamped = await (await read(person, `/api/documents/${document.id}/download`)).arrayBuffer();
  const certificate = await (await read(person, `/api/documents/${document.id}/certificate`)).arrayBuffer();
  expect(sha256(stamped)).toBe(document.stampedSha256 ?? "");
  expect(sha256(certificate)).toBe(document.certificateSha256 ?? "");
  expect(sha256(stamped.slice(0, original.length))).toBe(document.sha256);

  const verified = await fetch(`${server.origin}/api/verify/${document.serialNumber}`);
  expect(await verified.json()).toMatchObject({
    serialNumber: document.serialNumber,
    documentName: "lease.pdf",
    clientName: "Zoë Müller",
    originalSha256: document.sha256,
    stampedSha256: document.stampedSha256,
    certificateSha256: document.certificateSha256,
    processedDate: document.processedAt,
  });
});

test("the list shows a person's own documents, newest first [spec 7 documents]", async () => {
  const person = await newPerson(server);
  const ids = [];
  for (const name of ["one.pdf", "two.pdf", "three.pdf"]) ids.push((await uploadFile(person, name)).id);
  const listed: { id: string }[] = JSON.parse((await person.get("/api/documents")).text);
  expect(listed.map(({ id }) => id)).toEqual(ids.toReversed());
  const newest: { id: string }[] = JSON.parse((await person.get("/api/documents?limit=2")).text);
  expect(newest.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 2));
  expect((await person.get("/api/documents?limit=201")).status).toBe(400);
});

test("another user sees nothing of a document [spec 6 own-documents] [threat E6]", async () => {
  const { id } = await processFile(jane, (await uploadFile(jane)).id);
  const before = await readDocument(jane, id);
  const calls: [string, string][] = [
    ["GET", ""],
    ["GET", "/download"],
    ["GET", "/certificate"],
    ["GET", "/preview"],
    ["POST", "/process"],
    ["DELETE", ""],
  ];
  for (const [method, path] of calls) {
    const answer = await bob.send(method, `/api/documents/${id}${path}`, { headers: { range: "bytes=0-9" } });
    expect([method, path, answer.status, answer.body.message]).toEqual([
      method,
      path,
      404,
      "This document does not exist.",
    ]);
  }
  expect(await readDocument(jane, id)).toEqual(before);
});

test("an answer never contains a path on disk [threat C7]", async () => {
  const { id } = await processFile(jane, (await uploadFile(jane)).id);
  const answer = await jane.get(`/api/documents/${id}`);
  expect(answer.text).not.toContain(server.deps.config.dataDir);
  expect(answer.body).not.toHaveProperty("originalPath");
  expect(answer.body).not.toHaveProperty("userId");
});

test("before a document is completed there is nothing to download", async () => {
  const { id } = await uploadFile(bob);
  for (const part of ["download", "certificate", "preview"]) {
    const answer = await bob.get(`/api/documents/${id}/${part}`);
    expect([answer.status, answer.body.message]).toEqual([404, "This document hasn't been processed yet."]);
  }
});

test("files are sent in a way that nothing in them can run, under the names people expect [spec 7 files] [threat D6]", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person, "Mietvertrag für 契約.pdf")).id);
  const named = async (part: string) => (await read(person, `/api/documents/${id}/${part}`)).headers;
  const download = await named("download");
  expect(download.get("content-disposition")).toBe(
    `attachment; filename="Stamped_Mietvertrag fur __.pdf"; filename*=UTF-8''${encodeURIComponent("Stamped_Mietvertrag für 契約.pdf")}`,
  );
  expect((await named("download?from=history")).get("content-disposition")).toStartWith(
    'attachment; filename="stamped_',
  );
  expect(download.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(download.get("cache-control")).toBe("private, no-store");
  expect(download.get("x-content-type-options")).toBe("nosniff");
  expect(download.get("cross-origin-resource-policy")).toBe("same-origin");
  expect((await named("certificate")).get("content-disposition")).toContain(
    encodeURIComponent("Certificate_of_Affidavit_Mietvertrag für 契約.pdf"),
  );
  const preview = await named("preview");
  expect(preview.get("content-type")).toBe("application/pdf");
  expect(preview.get("content-disposition")).toStartWith("inline;");
  expect(preview.get("content-security-policy")).toContain("frame-ancestors 'self'; sandbox");
});

test("a reader can request part of a file, or only its total length [threat E6]", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person)).id);
  const path = `/api/documents/${id}/download`;
  const whole = new Uint8Array(await (await read(person, path)).arrayBuffer());
  const part = await read(person, path, { range: "bytes=10-19" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(10, 20));
  for (const range of ["", "bytes=10-19", `bytes=${whole.length}-`]) {
    const head = await read(person, path, { range }, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
      200,
      String(whole.length),
      "",
    ]);
  }
  expect((await read(person, path, { range: `bytes=${whole.length}-` })).status).toBe(416);
});

test("a missing or truncated file on disk causes an error that names it, never an empty download", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person)).id);
  const { dataDir } = server.deps.config;
  chmodSync(join(dataDir, findFile(dataDir, "stamped", id)), 0o600);
  truncateSync(join(dataDir, findFile(dataDir, "stamped", id)), 100);
  rmSync(join(dataDir, findFile(dataDir, "certificates", id)));
  for (const part of ["download", "preview", "certificate"]) {
    const answer = await person.get(`/api/documents/${id}/${part}`);
    expect([part, answer.status, answer.body.message]).toEqual([
      part,
      500,
      "This file is missing or damaged on the server. Please contact support.",
    ]);
  }
});

test("stored files are read-only", async () => {
  const person = await newPerson(server);
  const { id } = await processFile(person, (await uploadFile(person)).id);
  const { dataDir } = server.deps.config;
  for (const area of fileAreas) {
    expect(statSync(join(dataDir, findFile(dataDir, area, id))).mode & 0o777).toBe(0o444);
  }
});

test("of a deleted document only the record is left, without names: it says that the owner has withdrawn it [spec 7 delete-document] [threat C9]", async () => {
  const person = await newPerson(server);
  const stamped = await processFile(person, (await uploadFile(person)).id);
  const { id, serialNumber, processedAt, sha256, stampedSha256, certificateSha256 } = stamped;
  expect((await person.get(`/api/verify/${serialNumber}`)).body).not.toHaveProperty("status");
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
  expect((await person.get(`/api/documents/${id}`)).status).toBe(404);
  const { body } = await person.get(`/api/verify/${serialNumber}`);
  expect(body).toMatchObject({
    serialNumber,
    processedDate: processedAt,
    documentName: "name-removed.pdf",
    originalSha256: sha256,
    stampedSha256,
    certificateSha256,
    status: "withdrawn",
    withdrawnAt: expect.any(String),
  });
  for (const name of ["clientName", "attestation", "receipt"]) expect(body).not.toHaveProperty(name);
  expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(404);
  expect(filesIn(server.deps.config.dataDir).filter((name) => name.includes(id))).toEqual([]);
});

test("a document that cannot be stamped shows the reason, and leaves no partial file [threat F11]", async () => {
  const person = await newPerson(server);
  const broken = new TextEncoder().encode("%PDF-1.7\nthis is not the rest of a PDF");
  const { id } = await uploadFile(person, "broken.pdf", broken);
  await person.post(`/api/documents/${id}/process`);
  const document = await untilFinished(person, id);
  expect(document).toMatchObject({ status: "error", stampedSha256: null, processedPath: null });
  expect(document).toMatchObject({
    errorMessage: "This PDF is damaged or incomplete and cannot be read.",
    errorCode: "pdf-damaged",
    errorParams: null,
  });
  const { dataDir } = server.deps.config;
  expect(filesIn(dataDir).filter((name) => name.startsWith("tmp/") || name.includes(id))).toEqual([
    findFile(dataDir, "originals", id),
  ]);
});

test("a webhook reports a document that completed and one that failed, without names", async () => {
  const person = await newPerson(server);
  const receiver = startReceiver();
  server.deps.config.webhookPrivate = true;
  const events = ["document.completed", "document.failed"];
  expect((await person.post("/api/webhooks", { url: receiver.url, events })).status).toBe(200);
  const lease = await processFile(person, (await uploadFile(person, "lease.pdf")).id);
  await until("the news of the first", () => receiver.received.length === 1);
  const broken = await uploadFile(person, "broken.pdf", new TextEncoder().encode("%PDF-1.7\nno PDF"));
  await processFile(person, broken.id);
  await until("the news of the second", () => receiver.received.length === 2);
  await receiver.stop();
  const told = receiver.received.map(({ body }) => JSON.parse(body));
  const { id, serialNumber, sha256, stampedSha256, certificateSha256, processedAt } = lease;
  const fingerprints = { sha256, stampedSha256, certificateSha256 };
  expect(told).toMatchObject([
    {
      type: "document.completed",
      data: { id, status: "completed", serialNumber, ...fingerprints, errorMessage: null, processedAt },
    },
    { type: "document.failed", data: { id: broken.id, status: "error", stampedSha256: null } },
  ]);
  expect(JSON.stringify(told)).not.toMatch(/lease\.pdf|broken\.pdf|Jane/);
});

test("a user with more documents than fit on one page can page through all of them", async () => {
  const person = await newPerson(server, "Zoë", "Müller");
  const uploaded: string[] = [];
  for (let count = 0; count < 5; count += 1) uploaded.unshift((await uploadFile(person)).id);
  const page = async (query: string): Promise<string[]> => {
    const documents: { id: string }[] = JSON.parse((await person.get(`/api/documents${query}`)).text);
    return documents.map(({ id }) => id);
  };
  const all = await page("");
  expect(all.toSorted()).toEqual(uploaded.toSorted());
  const first = await page("?limit=2");
  const second = await page(`?limit=2&cursor=${first.at(-1)}`);
  const third = await page(`?limit=2&cursor=${second.at(-1)}`);
  expect([...first, ...second, ...third]).toEqual(all);
  expect(await page(`?limit=2&cursor=${third.at(-1)}`)).toEqual([]);
  expect((await bob.get(`/api/documents?cursor=${first.at(-1)}`)).status).toBe(404);
});
