import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { sqliteOf } from "../../../db/client.ts";
import { checkAttestation } from "../../evidence/attestation.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import { parseImprint } from "../../issuing/tsa/token-imprint.ts";
import { loadSigningKeys, rotateSigningKey, type SigningKeys } from "../../platform/keys/keys.ts";
import { MemoryRateLimiter } from "../../platform/memory-rate-limiter.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";
import { deleteExpiredOriginals } from "../documents/retention.service.ts";
import { verifySerialNumber } from "./verification.service.ts";

setDefaultTimeout(600_000);

const failure =
  "Unable to verify this document. The serial number may be invalid or the document may not exist in our records.";

let server: TestServer;
let person: TestClient;
let visitor: TestClient;
beforeAll(async () => {
  server = await startWorkingServer();
  person = await newPerson(server, "Jane", "Doe");
  visitor = createTestClient(server.origin);
});
afterAll(() => server.stop());

const change = (sql: string, ...values: string[]) =>
  sqliteOf(server.deps.db)
    .prepare(sql)
    .run(...values);
const verify = (serialNumber: string) => visitor.get(`/api/verify/${encodeURIComponent(serialNumber)}`);

async function completed(name = "lease.pdf"): Promise<DocumentView & { serialNumber: string }> {
  const owner = await newPerson(server, "Jane", "Doe");
  const document = await processFile(owner, (await uploadFile(owner, name)).id);
  return { ...document, serialNumber: document.serialNumber ?? "" };
}

async function expectNotConfirmed(serialNumber: string): Promise<void> {
  const answer = await verify(serialNumber);
  expect([serialNumber, answer.status, answer.body.message]).toEqual([serialNumber, 404, failure]);
}

test("anyone confirms a document by its serial number, and learns no more than the page shows [spec 7 verify] [threat C9]", async () => {
  const document = await completed();
  const answer = await verify(document.serialNumber);
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).toSorted()).toEqual([
    "attestation",
    "certificateSha256",
    "clientName",
    "documentName",
    "originalKept",
    "originalSha256",
    "processedDate",
    "receipt",
    "serialNumber",
    "stage",
    "stampedSha256",
    "timeStamps",
  ]);
});

test("a record promises that its proof grows only on a server that asks someone outside", async () => {
  const { serialNumber } = await completed();
  const sentence = async (config = server.deps.config) =>
    (await verifySerialNumber({ ...server.deps, config }, serialNumber, "192.0.2.1")).stage?.sentence;
  const alone = await sentence();
  expect(alone).toEndWith(
    "This service asks no authorities or witnesses, so the proof does not grow by itself.",
  );
  expect((await verify(serialNumber)).body.stage).toMatchObject({ sentence: alone });
  const otsCalendars = ["https://calendar.example"];
  expect(await sentence({ ...server.deps.config, otsCalendars })).toEndWith(
    "Next, within an hour: the authorities and witnesses that the service asks.",
  );
});

test("a serial number may be typed in any common way", async () => {
  const { serialNumber } = await completed();
  for (const typed of [
    serialNumber.toLowerCase(),
    serialNumber.replaceAll("-", ""),
    ` ${serialNumber} `,
    `${serialNumber}.`,
  ]) {
    expect((await verify(typed)).body.serialNumber).toBe(serialNumber);
  }
});

test("unknown, malformed and unfinished numbers all get the same response [threat C9]", async () => {
  const { id } = await uploadFile(person);
  const unfinished = "AT-00000-00000-00000-00000";
  change("UPDATE documents SET serial_number = ?, status = 'processing' WHERE id = ?", unfinished, id);
  const { serialNumber } = await completed();
  const other = serialNumber.endsWith("0") ? "1" : "0";
  const wrong = [
    unfinished,
    "AT-11111",
    "<svg/onload=alert(1)>",
    "'; DROP TABLE documents",
    "x".repeat(1_000),
  ];
  for (const typed of [...wrong, serialNumber.slice(0, -1) + other]) await expectNotConfirmed(typed);
});

test("the attestation can be verified with the published keys", async () => {
  const document = await completed();
  const { attestation } = (await verify(document.serialNumber)).body;
  const jwks = JSON.parse((await visitor.get("/.well-known/jwks.json")).text);
  expect(checkAttestation(String(attestation), jwks)).toMatchObject({
    attestation: {
      serial: document.serialNumber,
      client: "Jane Doe",
      original: document.sha256,
      stamped: document.stampedSha256,
    },
  });
  expect(JSON.stringify(jwks)).not.toContain('"d"');
});

test("the answer includes everything that proves a document without us: its place in the log and a time-stamp over either file", async () => {
  const document = await completed();
  const { attestation, receipt, timeStamps } = (await verify(document.serialNumber)).body;
  const log = parseVerifierKey((await visitor.get("/evidence/log/vkey")).text.trim());
  if (!log || !Array.isArray(timeStamps))
    throw new Error("There is no key of the log, or no list of time-stamps.");
  expect(checkReceipt(String(receipt), String(attestation), log)).toBeDefined();
  expect(timeStamps.map(({ about, isOutside }) => [about, isOutside])).toEqual([
    ["original", false],
    ["stamped", false],
  ]);
  const digests = timeStamps.map(({ token }) => parseImprint(Buffer.from(token, "base64")).digest);
  expect(digests.map((digest) => Buffer.from(digest).toString("hex"))).toEqual([
    document.sha256,
    String(document.stampedSha256),
  ]);
});

test("a row changed directly in the database is no longer confirmed [threat C10]", async () => {
  const forgeries = [
    "UPDATE documents SET sha256 = lower(hex(randomblob(32))) WHERE serial_number = ?",
    "UPDATE documents SET stamped_sha256 = lower(hex(randomblob(32))) WHERE serial_number = ?",
    "UPDATE documents SET original_name = 'another.pdf' WHERE serial_number = ?",
    "UPDATE documents SET client_name = 'Bob Roe' WHERE serial_number = ?",
    "UPDATE documents SET processed_at = processed_at - 1000 WHERE serial_number = ?",
    "UPDATE certificates SET attestation = attestation || 'A' WHERE serial_number = ?",
  ];
  for (const forgery of forgeries) {
    const { serialNumber } = await completed();
    expect((await verify(serialNumber)).status).toBe(200);
    expect(change(forgery, serialNumber).changes).toBe(1);
    await expectNotConfirmed(serialNumber);
  }
});

test("the attestation of one document does not vouch for another [threat C10]", async () => {
  const [genuine, other] = [await completed(), await completed()];
  change(
    "UPDATE certificates SET attestation = (SELECT attestation FROM certificates WHERE serial_number = ?) WHERE serial_number = ?",
    genuine.serialNumber,
    other.serialNumber,
  );
  await expectNotConfirmed(other.serialNumber);
});

test("a document whose owner's name was removed is confirmed without a name [spec 2 verify-no-name]", async () => {
  const { serialNumber } = await completed();
  change("UPDATE documents SET client_name = NULL WHERE serial_number = ?", serialNumber);
  const answer = await verify(serialNumber);
  expect(answer.status).toBe(200);
  for (const name of ["clientName", "attestation", "receipt"]) expect(answer.body).not.toHaveProperty(name);
  expect(answer.body.timeStamps).toHaveLength(2);
});

test("a document of a deleted account is confirmed without a name, and never with another person's name", async () => {
  const { serialNumber } = await completed("Jane Doe, lease.pdf");
  const rename = "UPDATE documents SET original_name = ? WHERE serial_number = ?";
  change(rename, "name-removed.pdf", serialNumber);
  await expectNotConfirmed(serialNumber);
  change("UPDATE documents SET client_name = NULL WHERE serial_number = ?", serialNumber);
  const answer = await verify(serialNumber);
  expect([answer.status, answer.body.documentName]).toEqual([200, "name-removed.pdf"]);
  change(rename, "name-removed.jane doe", serialNumber);
  expect((await verify(serialNumber)).body.documentName).toBe("name-removed");
  change(rename, "another.pdf", serialNumber);
  await expectNotConfirmed(serialNumber);
});

test("confirming a document again gives the same text and the same headers, until the document is deleted", async () => {
  const { serialNumber } = await completed();
  const look = async () => {
    const { status, text, headers } = await verify(serialNumber);
    const { "x-request-id": requestId, date: _, ratelimit: __, ...others } = Object.fromEntries(headers);
    expect(requestId).toBeString();
    return { status, text, others };
  };
  const first = await look();
  expect(await look()).toEqual(first);
  change("DELETE FROM certificates WHERE serial_number = ?", serialNumber);
  await expectNotConfirmed(serialNumber);
});

test("a record shows no name once its owner deletes the document, or the account", async () => {
  const owner = await newPerson(server, "Rita", "Moss");
  const stamp = async () => processFile(owner, (await uploadFile(owner, "Rita Moss, lease.pdf")).id);
  const [deleted, left] = [await stamp(), await stamp()];
  const numbers = [deleted, left].map(({ serialNumber }) => serialNumber ?? "");
  for (const number of numbers) expect((await verify(number)).body.clientName).toBe("Rita Moss");
  expect((await owner.send("DELETE", `/api/documents/${deleted.id}`)).status).toBe(200);
  const admin = await newAdmin(server);
  const ownerId = "SELECT user_id FROM documents WHERE id = ?";
  const id = sqliteOf(server.deps.db).prepare<[string], string>(ownerId).pluck().get(left.id);
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  for (const number of numbers) {
    const answer = await verify(number);
    expect([answer.status, answer.body.documentName]).toEqual([200, "name-removed.pdf"]);
    expect(answer.text).not.toMatch(/Rita|Moss|receipt|attestation"/);
  }
});

test("a document stays confirmed while the log grows, its original is deleted and the key is replaced, but not without the key", async () => {
  const { serialNumber } = await completed();
  const before = (await verify(serialNumber)).body;
  await completed();
  const grown = (await verify(serialNumber)).body;
  expect({ ...grown, receipt: "" }).toEqual({ ...before, receipt: "" });
  const { deps } = server;
  const years = 3 * 365 * 86_400_000;
  expect(await deleteExpiredOriginals({ ...deps, now: () => Date.now() + years })).toBeGreaterThan(0);
  const after = (await verify(serialNumber)).body;
  expect({ ...after, receipt: "" }).toEqual({ ...before, receipt: "" });
  const log = parseVerifierKey((await visitor.get("/evidence/log/vkey")).text.trim());
  if (!log) throw new Error("There is no key of the log.");
  for (const { receipt } of [before, grown, after])
    expect(checkReceipt(String(receipt), String(before.attestation), log)).toBeDefined();
  change("UPDATE documents SET original_kept = 0 WHERE serial_number = ?", serialNumber);
  expect((await verify(serialNumber)).body).toEqual({ ...after, originalKept: false });
  const confirmedWith = async (signingKeys: SigningKeys) => {
    return (await verifySerialNumber({ ...deps, signingKeys }, serialNumber, "192.0.2.1")).attestation;
  };
  rotateSigningKey(deps.config.dataDir, "attestation");
  const rotated = loadSigningKeys(deps.config.dataDir, true);
  expect(await confirmedWith(rotated)).toBe(String(before.attestation));
  await expect(confirmedWith({ ...rotated, all: [rotated.current] })).rejects.toThrow(failure);
});

test("one address may look up sixty numbers a minute even when all of them are confirmed", async () => {
  const { serialNumber } = await completed();
  server.deps.memoryRateLimiter = new MemoryRateLimiter();
  server.deps.config.rateLimitFactor = 1;
  const statuses = new Set<number>();
  for (let count = 0; count < 70; count += 1) statuses.add((await verify(serialNumber)).status);
  server.deps.config.rateLimitFactor = 1_000;
  expect([...statuses]).toEqual([200, 429]);
});

test("one address may look up sixty serial numbers a minute [threat C9]", async () => {
  const now = Date.now();
  const strict = await startTestServer({ config: { rateLimitFactor: 1 }, deps: { now: () => now } });
  const guesser = createTestClient(strict.origin);
  const look = async () => (await guesser.get("/api/verify/AT-1")).status;
  for (let i = 0; i < 60; i += 1) expect(await look()).toBe(404);
  expect(await look()).toBe(429);
  await strict.stop();
});
