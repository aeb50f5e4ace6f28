import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import { AppError } from "../../errors.ts";
import { checkCollectionStatement } from "../../evidence/collection-statement.ts";
import { verifyWithBouncyCastle } from "../../evidence/ers/test-records.ts";
import { verifyEvidenceRecord } from "../../evidence/ers/verify-record.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import { writeFileList } from "../../formats/certificate/file-list.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { readZip } from "../../formats/zip/read-zip.ts";
import { readStoredRoots } from "../../issuing/tsa/stored-tokens.service.ts";
import { taskMessages } from "../../platform/jobs/tasks.ts";
import type { Workers } from "../../platform/jobs/worker-pool.ts";
import { pageTexts, qpdfVerdict, run } from "../../testing/inspect.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import {
  attestFiles,
  fileWith,
  makeFiles,
  readCollection,
  untilAttested,
} from "../../testing/test-collections.ts";
import {
  newPerson,
  newSender,
  processFile,
  startWorkingServer,
  uploadFile,
} from "../../testing/test-documents.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { until } from "../../testing/test-waiting.ts";
import { setDocumentPayment } from "../billing/customers.repo.ts";
import { insertPurchase } from "../billing/purchases.repo.ts";
import { takeStamp } from "../billing/usage.repo.ts";
import { findDocument } from "../documents/documents.repo.ts";
import { deleteExpiredOriginals } from "../documents/retention.service.ts";
import { createMagicLink } from "../mail/magic-links.service.ts";
import type { CollectionView } from "./collections.output.schema.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
let now = Date.now();
let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  server = await startWorkingServer({ deps: { now: () => now } });
  owner = await newPerson(server, "Jane", "Doe");
});
afterAll(() => server.stop());

const visitor = () => createTestClient(server.origin);
const sha256sums = async (client: TestClient, id: string) =>
  (await client.get(`/api/collections/${id}/sha256sums`)).text;

async function record(serialNumber: unknown, sha256: string) {
  const answer = await visitor().get(`/api/verify/${serialNumber}/files/${sha256}`);
  return { ...answer, bytes: Buffer.from(String(answer.body.record ?? ""), "base64") };
}

async function trial(): Promise<number> {
  const answer = await owner.get("/api/subscription/status");
  return Number(answer.body.documentCount);
}

/** The owner's account before anything was stamped. */
async function newOwner(): Promise<TestClient> {
  owner = await newPerson(server, "Jane", "Doe");
  return owner;
}

const userIdOf = (id: string) =>
  String(sqlOf(server.deps.db).prepare("SELECT user_id FROM documents WHERE id = ?").pluck().get(id));

test("a collection is attested with one stamp, and anyone with one of its files gets proof for that file", async () => {
  await newOwner();
  const files = makeFiles(300);
  const collection = await attestFiles(owner, files, { ownershipConfirmed: true });
  expect(collection).toMatchObject({ status: "completed", title: "Shoot", fileCount: 300, hasNames: true });
  expect(await trial()).toBe(1);

  const public_ = (await visitor().get(`/api/verify/${collection.serialNumber}`)).body;
  expect(Object.keys(public_).toSorted()).toEqual([
    "attestation",
    "certificateSha256",
    "clientName",
    "documentName",
    "fileCount",
    "kind",
    "processedDate",
    "receipt",
    "root",
    "serialNumber",
    "stage",
    "timeStamps",
    "totalBytes",
  ]);
  expect(public_).toMatchObject({ kind: "collection", fileCount: 300, root: collection.root });
  expect(JSON.stringify(public_)).not.toContain("IMG_");
  const jwks = publicJwks(server.deps.signingKeys.all);
  expect(checkCollectionStatement(String(public_.attestation), jwks)).toMatchObject({
    statement: { kind: "collection", files: 300, root: collection.root, name: "Shoot", client: "Jane Doe" },
  });
  const log = parseVerifierKey((await visitor().get("/evidence/log/vkey")).text.trim());
  if (!log) throw new Error("There is no key of the log.");
  expect(checkReceipt(String(public_.receipt), String(public_.attestation), log)).toBeDefined();

  const roots = await readStoredRoots(server.deps);
  const expected = { root: Buffer.from(collection.root, "hex"), files: 300 };
  for (const index of [0, 127, 128, 299]) {
    const found = await record(collection.serialNumber, files[index]?.sha256 ?? "");
    expect(found.body).toMatchObject({ index, fileCount: 300 });
    const file = Buffer.from(files[index]?.sha256 ?? "", "hex");
    const checked = verifyEvidenceRecord(found.bytes, { file, roots, collection: expected });
    if ("error" in checked) throw new Error(checked.error);
    expect(Buffer.from(checked.root).toString("hex")).toBe(collection.root);
    const others = files.filter((_, at) => at !== index);
    const hex = found.bytes.toString("hex");
    expect(others.filter(({ sha256 }) => hex.includes(sha256))).toEqual([]);
  }
  await assertIntegrity(server.deps.config.dataDir, () => now);
});

test("Bouncy Castle accepts the record that anyone with a file gets for it, and rejects it with a flipped byte or for another file", async () => {
  await newOwner();
  const files = makeFiles(200);
  const { serialNumber, id } = await attestFiles(owner, files);
  const root = (await visitor().get("/evidence/ca.pem")).text;
  const records = await Promise.all(files.map(({ sha256 }) => record(serialNumber, sha256)));
  const content = (index: number) => Buffer.from(`photo ${index}`);
  const accepted = records.map(({ bytes }, index) => ({ record: bytes, file: content(index) }));
  expect(verifyWithBouncyCastle(accepted, root)).toEqual(files.map(() => "accepted"));
  const rejected = records.flatMap(({ bytes }, index) => [
    { record: flipByte(bytes, (index * 31) % bytes.length), file: content(index) },
    { record: bytes, file: content(index + 1) },
  ]);
  const answers = verifyWithBouncyCastle(rejected, root);
  expect(answers).toHaveLength(400);
  expect(answers.filter((answer) => !answer.startsWith("rejected: "))).toEqual([]);

  const pack = await fetch(`${server.origin}/api/collections/${id}/evidence`, {
    headers: { cookie: owner.cookie() },
  });
  const inPack = unzipSync(
    unzipSync(new Uint8Array(await pack.arrayBuffer()))["records.zip"] ?? new Uint8Array(),
  );
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  expect(Object.values(inPack).map(hexOf).toSorted()).toEqual(
    records.map(({ bytes }) => hexOf(bytes)).toSorted(),
  );
});

function flipByte(bytes: Uint8Array, at: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

test("sha256sum checks the files with the list, whatever their names are", async () => {
  await newOwner();
  const contents: [string, string][] = [
    ["Año/ñandú 👩‍👩‍👧.txt", "one"],
    ["照片/一 二.jpg", "two"],
    ["e\u0301 and \u00e9.txt", "three"],
    ["\u202egnp.exe", "four"],
    ["back\\slash", "five"],
    [" leading and trailing ", "six"],
    ["empty", ""],
    ["copy of one", "one"],
  ];
  const collection = await attestFiles(
    owner,
    contents.map(([name, content]) => fileWith(name, content)),
  );
  const folder = makeTestFolder();
  for (const [name, content] of contents) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(join(folder, "list"), await sha256sums(owner, collection.id));
  const checked = await run(["env", "-C", folder, "sha256sum", "--check", "--strict", "list"]);
  expect([checked.exitCode, checked.stderr]).toEqual([0, ""]);
  const twice = await record(collection.serialNumber, fileWith("x", "one").sha256);
  expect(twice.body).toMatchObject({ index: 0, fileCount: contents.length });
});

test("a name at the limit of 1,024 characters, and names of 220 characters in several scripts, stay exactly as they are", async () => {
  await newOwner();
  const scripts = ["a", "é", "屋", "ش", "ก", "😀"];
  const names = [
    ...scripts.map((letter) => `${letter.repeat(220)}.jpg`),
    `${"Dach屋根سقف😀/".repeat(24).slice(0, 220)}.jpg`,
    `${"folder/".repeat(145)}${"x".repeat(9)}`,
  ];
  expect(names.at(-1)).toHaveLength(1_024);
  const files = names.map((name) => fileWith(name, name));
  const collection = await attestFiles(owner, files);
  expect(collection.status).toBe("completed");
  expect(await sha256sums(owner, collection.id)).toBe(writeSha256Sums(files));
  const path = join(makeTestFolder(), "certificate.pdf");
  const certificate = await owner.get(`/api/collections/${collection.id}/certificate`);
  expect(certificate.status).toBe(200);
  const bytes = await fetch(`${server.origin}/api/collections/${collection.id}/certificate`, {
    headers: { cookie: owner.cookie() },
  });
  writeFileSync(path, new Uint8Array(await bytes.arrayBuffer()));
  expect(await qpdfVerdict(path)).toBe("clean");
  const text = (await pageTexts(path)).join(" ");
  for (const { sha256 } of files) expect(text).toContain(sha256);
});

test("names that the owner keeps private appear nowhere", async () => {
  await newOwner();
  const files = makeFiles(12).map(({ size, sha256 }) => ({ size, sha256 }));
  const collection = await attestFiles(owner, files, { hideNames: true });
  expect(collection.hasNames).toBe(false);
  const sums = await sha256sums(owner, collection.id);
  expect(sums.split("\n")[2]).toBe(`${files[2]?.sha256}  file-03`);
  const named = await owner.post("/api/collections", { title: "x", files: makeFiles(1), hideNames: true });
  expect([named.status, named.body.code]).toEqual([400, "collection-names-not-hidden"]);
});

test("the certificate lists every file or only the root, is sealed, and the pack has a record for each file", async () => {
  await newOwner();
  const folder = makeTestFolder();
  const load = async (id: string, part: string) => {
    const answer = await fetch(`${server.origin}/api/collections/${id}/${part}`, {
      headers: { cookie: owner.cookie() },
    });
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    writeFileSync(join(folder, part), bytes);
    return { bytes, name: answer.headers.get("content-disposition") ?? "" };
  };
  const files = makeFiles(60);
  const listed = await attestFiles(owner, files, { title: "Smith v1.5 wedding" });
  const certificate = await load(listed.id, "certificate");
  expect(certificate.name).toContain("Certificate_of_Affidavit_Smith v1.5 wedding.pdf");
  expect(await qpdfVerdict(join(folder, "certificate"))).toBe("clean");
  const text = (await pageTexts(join(folder, "certificate"))).join(" ");
  for (const { name, sha256 } of files) {
    expect(text).toContain(name);
    expect(text.replace(/\s/g, "")).toContain(sha256);
  }
  expect(text).toContain(String(listed.serialNumber));
  const pack = await load(listed.id, "evidence");
  expect(pack.name).toContain("Evidence_Smith v1.5 wedding.zip");
  const entries = readZip(pack.bytes);
  if ("error" in entries) throw new Error(String(entries.error));
  const records = readZip(entries.find(({ name }) => name === "records.zip")?.data ?? new Uint8Array());
  if ("error" in records) throw new Error(String(records.error));
  expect(records.filter(({ name }) => name.endsWith(".ers"))).toHaveLength(60);

  const short = await attestFiles(owner, files, { listFiles: false });
  await load(short.id, "certificate");
  const rootOnly = (await pageTexts(join(folder, "certificate"))).join(" ");
  expect(rootOnly).not.toContain("IMG_7");
  expect(rootOnly.replace(/\s/g, "")).toContain(short.root);
});

test("an invalid collection is refused with a message, stores nothing and uses no stamp", async () => {
  await newOwner();
  const [file = fileWith("a", "a")] = makeFiles(1);
  const unsound: [object, string][] = [
    [{ files: [] }, "collection-empty"],
    [{ title: " \u200b ", files: [file] }, "collection-title-required"],
    [{ title: "x".repeat(101), files: [file] }, "collection-title-too-long"],
    [{ files: [{ ...file, name: "" }] }, "collection-name-invalid"],
    [{ files: [{ ...file, name: "/etc/passwd" }] }, "collection-name-invalid"],
    [{ files: [{ ...file, name: "a/../../b" }] }, "collection-name-invalid"],
    [{ files: [{ ...file, name: "line\nbreak" }] }, "collection-name-invalid"],
    [{ files: [{ ...file, name: "x".repeat(1_025) }] }, "collection-name-invalid"],
    [{ files: [{ ...file, name: "\ud800" }] }, "collection-name-invalid"],
    [{ files: [{ size: file.size, sha256: file.sha256 }] }, "collection-name-required"],
    [{ files: [file, file] }, "collection-name-twice"],
    [{ files: [{ ...file, size: 0 }] }, "collection-size-wrong"],
    [
      {
        files: [
          { ...file, size: 2 ** 53 - 1 },
          { ...fileWith("b", "b"), size: 1 },
        ],
      },
      "collection-too-large",
    ],
    [{ files: [file, { ...file, name: "b", size: file.size + 1 }] }, "collection-sizes-differ"],
    [{ files: [file], ownershipConfirmed: false }, "ownership-not-confirmed"],
    [{ files: Array.from({ length: 50_001 }, () => ({})) }, "collection-too-many-files"],
  ];
  for (const [input, code] of unsound) {
    const answer = await owner.post("/api/collections", { title: "Shoot", ...input });
    expect([code, answer.status, JSON.stringify(answer.body.issues ?? answer.body)]).toEqual([
      code,
      400,
      expect.stringContaining(code),
    ]);
  }
  const long = await owner.post("/api/collections", { title: "x".repeat(33 * 1024 * 1024) });
  expect([long.status, long.body.code]).toEqual([413, "collection-list-too-large"]);
  expect([(await owner.get("/api/collections")).text, await trial()]).toEqual(["[]", 0]);
});

test("a long list in which every file is invalid gets a short response", async () => {
  const owner = await newPerson(server);
  const files = Array.from({ length: 5_000 }, () => ({ name: "/", size: -1, sha256: "x" }));
  const { status, text, body } = await owner.post("/api/collections", { title: "Shoot", files });
  expect([status, body.code, JSON.parse(text).issues.length]).toEqual([400, "collection-name-invalid", 100]);
  expect(text.length).toBeLessThan(50_000);
});

test("when the plan is used up, a collection waits, is paid for like a document, and is then attested", async () => {
  await newOwner();
  const first = await attestFiles(owner, makeFiles(2));
  const { db } = server.deps;
  for (const _ of [1, 2]) await takeStamp(db, userIdOf(first.id), crypto.randomUUID(), "trial", now);
  const refused = await owner.post("/api/collections", { title: "Next", files: makeFiles(3) });
  expect([refused.status, refused.body.code, refused.body.requiresPayment]).toEqual([
    402,
    "plan-used-up-ask-administrator",
    true,
  ]);
  const id = String(Object(refused.body.params).collection);
  expect(await readCollection(owner, id)).toMatchObject({ status: "uploaded", title: "Next", fileCount: 3 });
  expect((await owner.post(`/api/documents/${id}/process`)).status).toBe(402);
  const at = new Date(now);
  const paid = { plan: "payper", documentId: id, amount: 299, stamps: 1, state: "paid" } as const;
  const purchase = { id: crypto.randomUUID(), userId: userIdOf(id), paymentIntent: "pi_1" };
  await insertPurchase(db, { ...paid, ...purchase, createdAt: at, settledAt: at });
  await setDocumentPayment(db, id, "true");
  expect((await owner.post(`/api/documents/${id}/process`)).status).toBe(200);
  expect((await untilAttested(owner, id)).status).toBe("completed");
});

test("if two collections are sent at the same time with one stamp left, only one is attested", async () => {
  await newOwner();
  const first = await attestFiles(owner, makeFiles(2));
  await takeStamp(server.deps.db, userIdOf(first.id), crypto.randomUUID(), "trial", now);
  const send = () => owner.post("/api/collections", { title: "Race", files: makeFiles(20) });
  const answers = await Promise.all([send(), send(), send()]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
  const taken = sqlOf(server.deps.db)
    .prepare("SELECT count(*) FROM stamp_usage WHERE user_id = ? AND returned_at IS NULL")
    .pluck();
  expect(taken.get(userIdOf(first.id))).toBe(3);
});

/** Children that fail at every certificate. */
function withoutCertificates(workers: Workers): Workers {
  const run: Workers["run"] = (name, ...rest) =>
    name === "collection"
      ? Promise.reject(AppError.from("unsupported", taskMessages.crashed))
      : workers.run(name, ...rest);
  return Object.create(workers, { run: { value: run } });
}

test("a collection that cannot be attested gives its stamp back once, and can be deleted", async () => {
  await newOwner();
  const { workers } = server.deps;
  server.deps.workers = withoutCertificates(workers);
  const answer = await owner.post("/api/collections", { title: "Shoot", files: makeFiles(2) });
  const failed = await untilAttested(owner, String(answer.body.id));
  server.deps.workers = workers;
  expect([failed.status, await trial()]).toEqual(["error", 0]);
  expect((await owner.post(`/api/documents/${failed.id}/process`)).status).toBe(200);
  expect((await untilAttested(owner, failed.id)).status).toBe("completed");
  expect(await trial()).toBe(1);
  expect((await owner.send("DELETE", `/api/collections/${failed.id}`)).status).toBe(200);
  expect((await owner.get(`/api/collections/${failed.id}`)).status).toBe(404);
  await assertIntegrity(server.deps.config.dataDir, () => now);
});

test("a collection that exceeds the time limit returns its stamp, its owner reads why, and it can be attested again", async () => {
  await newOwner();
  const { workers } = server.deps;
  const run: typeof workers.run = (name, input, limits, awaited) =>
    workers.run(name, input, name === "collection" ? { ...limits, timeoutMs: 1 } : limits, awaited);
  server.deps.workers = Object.create(workers, { run: { value: run } });
  const answer = await owner.post("/api/collections", { title: "Shoot", files: makeFiles(2_000) });
  const failed = await untilAttested(owner, String(answer.body.id));
  server.deps.workers = workers;
  expect(failed).toMatchObject({
    status: "error",
    errorCode: "processing-too-slow",
    errorMessage: "Processing took too long. Please try something smaller or simpler.",
  });
  expect(await trial()).toBe(0);
  expect((await visitor().get(`/api/verify/${failed.serialNumber}`)).status).toBe(404);
  expect((await owner.post(`/api/documents/${failed.id}/process`)).status).toBe(200);
  expect((await untilAttested(owner, failed.id)).status).toBe("completed");
  expect(await trial()).toBe(1);
  await assertIntegrity(server.deps.config.dataDir, () => now);
});

test("a list that is damaged on the server before it is attested is not attested, and the stamp is returned", async () => {
  await newOwner();
  const { workers, db, files, config } = server.deps;
  server.deps.workers = withoutCertificates(workers);
  const answer = await owner.post("/api/collections", { title: "Shoot", files: makeFiles(2) });
  const { id } = await untilAttested(owner, String(answer.body.id));
  server.deps.workers = workers;
  const path = join(config.dataDir, (await findDocument(db, id))?.originalPath ?? "");
  const list = readFileSync(path, "utf8");
  const overwrite = (text: string) => {
    chmodSync(path, 0o644);
    writeFileSync(path, text);
  };
  overwrite(list.replace("IMG_1", "IMG_7"));
  await owner.post(`/api/documents/${id}/process`);
  await until("the collection has failed again", async () => {
    // It is retried once after a while.
    now += 1_000;
    return (await readCollection(owner, id)).status === "error";
  });
  expect([(await readCollection(owner, id)).errorCode, await trial()]).toEqual(["stored-file-damaged", 0]);
  overwrite(list);
  await owner.post(`/api/documents/${id}/process`);
  expect((await untilAttested(owner, id)).status).toBe("completed");
  expect(await files.hash((await findDocument(db, id))?.processedPath ?? "")).toBe(
    (await readCollection(owner, id)).sha256sumsSha256 ?? "",
  );
});

test("records and the list stay available after the retention time and after the account is deleted, but not after the collection is deleted", async () => {
  const jane = await newPerson(server, "Jane", "Doe");
  const files = makeFiles(5);
  const [kept, deleted] = [
    await attestFiles(jane, files),
    await attestFiles(jane, files, { title: "Gone v1.Doe" }),
  ];
  now += 49 * hour;
  await deleteExpiredOriginals(server.deps);
  expect((await sha256sums(jane, kept.id)).split("\n")).toHaveLength(6);
  const sha256 = files[3]?.sha256 ?? "";
  expect((await record(kept.serialNumber, sha256)).status).toBe(200);
  await jane.send("DELETE", `/api/collections/${deleted.id}`);
  const answer = await record(deleted.serialNumber, sha256);
  expect([answer.status, answer.body.code]).toEqual([410, "collection-withdrawn"]);
  const withdrawn = (await visitor().get(`/api/verify/${deleted.serialNumber}`)).body;
  expect(withdrawn).toMatchObject({
    kind: "collection",
    status: "withdrawn",
    documentName: "name-removed",
  });
  expect(withdrawn.withdrawnAt).toBeString();
  const admin = await newAdmin(server, `admin-${crypto.randomUUID()}`);
  await admin.send("DELETE", `/api/admin/users/${userIdOf(kept.id)}`);
  const after = (await visitor().get(`/api/verify/${kept.serialNumber}`)).body;
  expect([after.documentName, after.clientName, after.attestation]).toEqual([
    "name-removed",
    undefined,
    undefined,
  ]);
  expect((await record(kept.serialNumber, sha256)).status).toBe(200);
  await assertIntegrity(server.deps.config.dataDir, () => now);
});

test("without a file, no one learns anything: wrong fingerprints, numbers and documents get the same response", async () => {
  await newOwner();
  const [file = fileWith("a", "a")] = makeFiles(1);
  const collection = await attestFiles(owner, makeFiles(3));
  const document = await processFile(owner, (await uploadFile(owner)).id);
  const wrong: [unknown, string, string][] = [
    [collection.serialNumber, "0".repeat(64), "file-not-in-collection"],
    [collection.serialNumber, "zz", "file-not-in-collection"],
    [collection.serialNumber, file.sha256.slice(1), "file-not-in-collection"],
    [document.serialNumber, String(document.sha256), "file-not-in-collection"],
    ["AT-00000", file.sha256, "document-unverifiable"],
  ];
  for (const [serial, sha256, code] of wrong) {
    const answer = await record(serial, sha256);
    expect([sha256, answer.status, answer.body.code]).toEqual([sha256, 404, code]);
  }
  expect((await record(collection.serialNumber, file.sha256.toUpperCase())).status).toBe(200);
});

test("a list or a root that was changed on the server is no longer confirmed", async () => {
  await newOwner();
  const collection = await attestFiles(owner, makeFiles(3));
  const db = sqlOf(server.deps.db);
  const column = db.prepare("SELECT collection FROM documents WHERE id = ?").pluck().get(collection.id);
  const change = db.prepare("UPDATE documents SET collection = ? WHERE id = ?");
  for (const forged of [{ root: "0".repeat(64) }, { files: 4 }, { bytes: 1 }, { list: "0".repeat(64) }]) {
    change.run(JSON.stringify({ ...JSON.parse(String(column)), ...forged }), collection.id);
    expect((await visitor().get(`/api/verify/${collection.serialNumber}`)).status).toBe(404);
  }
  change.run(JSON.stringify({ ...JSON.parse(String(column)), secret: "0".repeat(64) }), collection.id);
  await expect(assertIntegrity(server.deps.config.dataDir, () => now)).rejects.toThrow(
    "root in its statement",
  );
  change.run(column, collection.id);
  await assertIntegrity(server.deps.config.dataDir, () => now);
});

test("collections are found among all documents, in projects and emails, but not in the list of uploads", async () => {
  const sender = await newSender(server, `${crypto.randomUUID()}@example.org`);
  const collection = await attestFiles(sender, makeFiles(3), { title: "Roof of 12 Elm Street" });
  const found = (await sender.get("/api/documents/search?query=elm")).text;
  expect(JSON.parse(found).documents).toMatchObject([{ id: collection.id, collection: { fileCount: 3 } }]);
  expect((await sender.get("/api/documents")).text).toBe("[]");
  const project = (await sender.post("/api/projects", { name: "Elm Street" })).body;
  await sender.post(`/api/projects/${project.id}/entries`, { ids: [collection.id] });
  expect((await readCollection(sender, collection.id)).projectId).toBe(String(project.id));
  const mailed = await sender.post(`/api/documents/${collection.id}/email`, { email: "client@example.org" });
  expect([mailed.status, mailed.status === 200 ? "" : mailed.text]).toEqual([200, ""]);
  const link = { purpose: "shared-document", subject: collection.id, lifetimeMs: 60_000 } as const;
  const token = await createMagicLink(server.deps, link);
  const opened = await createTestClient(server.origin).post("/api/shared/open", { token });
  expect(opened.body).toMatchObject({ name: "Roof of 12 Elm Street", isCollection: true });
  const zip = await sender.get(`/api/documents.zip?ids=${collection.id}`);
  expect(zip.status).toBe(200);
});

test("a client can tell from the list's fingerprint whether a collection was stored before its answer was lost", async () => {
  await newOwner();
  const files = makeFiles(4);
  const { sha256, id }: CollectionView = await attestFiles(owner, files);
  expect(fileWith("list", writeFileList(files)).sha256).toBe(sha256);
  const listed: CollectionView[] = JSON.parse((await owner.get("/api/collections")).text);
  expect(listed.map((one) => one.id)).toEqual([id]);
});
