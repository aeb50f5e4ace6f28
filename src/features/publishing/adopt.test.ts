import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { adoptionStatementSchema } from "../../evidence/adoption-statement.ts";
import { checkStatement } from "../../evidence/attestation.ts";
import { realFrom } from "../../evidence/bitcoin/test-headers.ts";
import { isSignedBy } from "../../evidence/jws.ts";
import { append, getFile, hashed, inBlock } from "../../evidence/opentimestamps/test-proofs.ts";
import { createSerialNumber } from "../../evidence/serial-number.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { openKeyStatement, printKeyStatement } from "../../evidence/tlog/key-statement.ts";
import { buildVerifier, signNote } from "../../evidence/tlog/sign-note.ts";
import { checkReceipt } from "../../evidence/tlog/tlog-proof.ts";
import { stageWords } from "../../formats/text/proof-of-time.ts";
import { readHead, readVerifierKey } from "../../issuing/log/log.service.ts";
import { readRemoteLog } from "../../issuing/log/remote-log.ts";
import { readStoredCheckpoint, storedCheckpointPath } from "../../issuing/log/stored-checkpoint.service.ts";
import { certify } from "../../issuing/log/test-log.ts";
import {
  insertHeaders,
  insertWitnessed,
  saveBlock,
  saveProof,
} from "../../issuing/witnesses/witnesses.repo.ts";
import { checkpointDigest } from "../../issuing/witnesses/witnesses.ts";
import { attestFiles, makeFiles } from "../../testing/test-collections.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { checkCertificates } from "../integrity/certificate-checks.ts";
import { rowChecks } from "../integrity/integrity-checks.ts";
import { adoptSite, deleteUnfinishedAdoptions, listAdopted, removeAdoption } from "./adopt.service.ts";
import { answerSite, findAdopted } from "./adopted-site.service.ts";
import { endUnfinished, insertAdoption, insertRecords } from "./adoption.repo.ts";
import { siteNameOf } from "./adoption.ts";
import { publishSite } from "./publish.service.ts";
import { testSiteParts } from "./test-site-parts.ts";

setDefaultTimeout(600_000);

/** The service that has ended; `published` is its site. */
let ended: { origin: string; logKey: string; document: string; withdrawn: string; collection: string };
/** What the version before would have signed about it: nothing about single records. */
let earlierStatement: string;
let folders: string;
let published: string;
let adopter: TestServer;

const newFolder = () => join(folders, crypto.randomUUID());
const publish = (server: TestServer, folder: string, hashesOnly = false) =>
  publishSite(server.deps, { folder, hashesOnly, parts: testSiteParts, onProgress: () => {} });

beforeAll(async () => {
  folders = makeTestFolder();
  published = newFolder();
  const server = await startWorkingServer();
  const person = await newPerson(server, "Rita", "Moss");
  const stamp = async (name: string) => {
    const { id, serialNumber } = await processFile(person, (await uploadFile(person, name)).id);
    return { id, serial: serialNumber ?? "" };
  };
  const document = await stamp("lease.pdf");
  const withdrawn = await stamp("will.pdf");
  await person.send("DELETE", `/api/documents/${withdrawn.id}`);
  const collection = await attestFiles(person, makeFiles(3));
  await anchor(server);
  await publish(server, published);
  ended = {
    origin: server.origin,
    logKey: await readVerifierKey(server.deps),
    document: document.serial,
    withdrawn: withdrawn.serial,
    collection: collection.serialNumber ?? "",
  };
  earlierStatement = await signEarlier(server);
  await server.stop();
  adopter = await startTestServer();
});
afterAll(async () => {
  await adopter.stop();
  rmSync(folders, { recursive: true, force: true });
});

async function signEarlier({ deps }: TestServer): Promise<string> {
  const { origin } = await readHead(deps);
  const log = buildVerifier(origin, deps.logKey);
  const statement = openKeyStatement(read(published, "evidence/log/keys"), log);
  if (!statement?.digests) throw new Error("The site has no statement about its records.");
  return signNote(printKeyStatement({ ...statement, digests: undefined }), origin, deps.logKey);
}

/** A Bitcoin block confirms the head of the log. */
async function anchor({ deps: { db } }: TestServer): Promise<void> {
  const { checkpoint, size } = await readHead({ db });
  const [first, block] = [824_544, 824_545];
  const proof = getFile(checkpointDigest(checkpoint), [append(1), hashed], inBlock(block));
  await insertWitnessed(db, size, checkpoint, new Date());
  await saveProof(db, size, proof, "confirmed");
  await saveBlock(db, size, { block, hasAllHeaders: true, proof: Buffer.from(proof) });
  const headers = Buffer.from(realFrom(first, 824_551));
  const rows = Array.from({ length: 8 }, (_, at) => ({
    height: first + at,
    header: headers.subarray(80 * at, 80 * (at + 1)),
  }));
  await insertHeaders(db, rows);
}

/** A copy of the published site, changed. */
function changed(change: (folder: string) => void, from = published): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true });
  change(folder);
  return folder;
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");
function edit(path: string, change: (text: string) => string) {
  return (folder: string) => writeFileSync(join(folder, path), change(read(folder, path)));
}
const recordOf = (serial: string) => `api/verify/${serial}`;
/** A record as it was published. Its block is not one to which its proof leads, so that its stage is another one. */
function provedRecord(serial: string): object {
  const { stage, ...record } = JSON.parse(read(published, recordOf(serial)));
  const [first, sentence] = [{ witnesses: 0 }, stageWords.en.stage({ witnesses: 0 })];
  return { ...record, ...(stage && { stage: { ...first, sentence } }) };
}
/** Another record in place of a genuine one: that of a withdrawn document again, under a valid serial number. */
function swapRecord(folder: string): string {
  const serialNumber = createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));
  const record = { ...JSON.parse(read(folder, recordOf(ended.withdrawn))), serialNumber };
  rmSync(join(folder, recordOf(ended.collection)));
  writeFileSync(join(folder, recordOf(serialNumber)), JSON.stringify(record));
  return serialNumber;
}
const editRecord = (serial: string, change: (record: Record<string, unknown>) => object) =>
  edit(recordOf(serial), (text) => JSON.stringify(change(JSON.parse(text))));

/** How much is stored about adopted sites, and how long our log is. */
async function stored(server: TestServer) {
  const count = (table: string) =>
    Number(sqlOf(server.deps.db).prepare(`SELECT count(*) AS n FROM ${table}`).pluck().get());
  return {
    adoptions: count("adoptions"),
    files: count("adopted_files"),
    records: count("adopted_records"),
    log: (await readHead(server.deps)).size,
  };
}

async function issuesOf({ deps }: TestServer): Promise<string[]> {
  return (await Promise.all(rowChecks.map((check) => check.findIssues(deps)))).flat();
}

const nothing = { adoptions: 0, files: 0, records: 0 };
const site = () => siteNameOf(ended.origin);
const atHost = (path: string) =>
  fetch(`${adopter.origin}${path}`, { redirect: "manual", headers: { Host: new URL(ended.origin).host } });

/** The keys in a file: those of a key document, of verifier keys, or the second line of a PEM. */
function keysIn(text: string): string[] {
  if (text.startsWith("{")) return JSON.parse(text).keys.map(({ x }: { x: string }) => x);
  const lines = text.trim().split("\n");
  return text.startsWith("---") ? lines.slice(1, 2) : lines;
}

/** Adopts the published site for a test, and removes it afterwards. */
async function withAdopted(work: () => Promise<void>, folder = published): Promise<void> {
  await adoptSite(adopter.deps, { folder });
  try {
    await work();
  } finally {
    await removeAdoption(adopter.deps, ended.origin);
  }
}

test("[threat E11] the records of an ended service are answered as it published them, marked as adopted, at this server and at the old host", async () => {
  await withAdopted(async () => {
    for (const serial of [ended.document, ended.withdrawn, ended.collection]) {
      const { adopted, ...record } = await (await fetch(`${adopter.origin}/api/verify/${serial}`)).json();
      expect(record).toEqual(provedRecord(serial));
      expect(adopted).toMatchObject({ origin: ended.origin, by: adopter.origin });
      expect(adopted.sentence).toContain("nothing was signed again");
      expect(await (await atHost(`/api/verify/${serial}`)).json()).toEqual({ ...record, adopted });
      const page = await (await fetch(`${adopter.origin}/verify/${serial.toLowerCase()}`)).text();
      expect(page).toContain("adopted this record on");
      expect(page).toContain(`<title>${serial} ·`);
      const moved = await atHost(`/verify/${serial}`);
      expect(moved.headers.get("location")).toBe(`/verify/${serial}/`);
      expect(await (await atHost(`/verify/${serial}/`)).text()).toBe(page);
    }
    expect((await atHost("/verify/AT-00000-00000-00000-00000/")).status).toBe(404);
    expect((await atHost("/api/auth/me")).status).toBe(404);
    expect(await issuesOf(adopter)).toEqual([]);
  });
});

test("an adopted service is also found at its host with a final dot", async () => {
  await withAdopted(async () => {
    const Host = new URL(ended.origin).host.replace(/(?=:|$)/, ".");
    const answer = await fetch(`${adopter.origin}/api/verify/${ended.document}`, { headers: { Host } });
    expect((await answer.json()).adopted.origin).toBe(ended.origin);
    expect((await fetch(`${adopter.origin}/api/auth/me`, { headers: { Host } })).status).toBe(404);
  });
});

test("[threat E11] the log of an ended service has a path of its own in the form of c2sp.org/tlog-tiles, and none of its keys becomes one of ours", async () => {
  await withAdopted(async () => {
    const log = await readRemoteLog(`${adopter.origin}/adopted/${site()}/evidence/log`);
    expect((await checkLog(log)).size).toBe(3);
    expect(log.verifierKey.trim()).toBe(ended.logKey);
    for (const path of [".well-known/jwks.json", "evidence/ca.pem", "evidence/log/vkeys"]) {
      const [theirs, ours] = await Promise.all(
        [`/adopted/${site()}/${path}`, `/${path}`].map(async (at) =>
          (await fetch(adopter.origin + at)).text(),
        ),
      );
      expect(theirs).toBe(read(published, path));
      expect(ours).not.toBe(theirs ?? "");
      for (const part of keysIn(theirs ?? "")) expect(ours).not.toContain(part);
    }
    const headers = await fetch(`${adopter.origin}/adopted/${site()}/evidence/log/witnesses/headers/824545`);
    expect(headers.headers.get("access-control-allow-origin")).toBe("*");
    expect((await headers.arrayBuffer()).byteLength).toBe(7 * 80);
    const page = await (await fetch(`${adopter.origin}/verify/${ended.document}`)).text();
    expect(page).toContain('data-part="headers" data-skip="0"');
  });
});

test("[threat E12] a published site brings no script or page: all that runs is this server's own", async () => {
  const hostile = changed((folder) => {
    for (const path of ["record.js", "keys.js", "index.html", "verify.html"])
      writeFileSync(join(folder, path), "alert('theirs')");
    writeFileSync(join(folder, "evidence", "extra.html"), "<script>alert('theirs')</script>");
    edit(`verify/${ended.document}/index.html`, () => "<script>alert('theirs')</script>")(folder);
  });
  await withAdopted(async () => {
    for (const path of ["record.js", "keys.js", "", "verify.html", `verify/${ended.document}/`]) {
      const answer = await fetch(`${adopter.origin}/adopted/${site()}/${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).not.toContain("theirs");
    }
    const extra = await fetch(`${adopter.origin}/adopted/${site()}/evidence/extra.html`);
    expect(extra.status).toBe(404);
  }, hostile);
});

test("[threat E13] the head of the adopted log is an entry of the adopter's own log, so that its anchors cover it", async () => {
  await withAdopted(async () => {
    const { deps } = adopter;
    const { statement, receipt } = await (
      await fetch(`${adopter.origin}/adopted/${site()}/adoption.json`)
    ).json();
    const keys = publicJwks(deps.signingKeys.all);
    const check = checkStatement(statement, keys, adoptionStatementSchema, isSignedBy);
    expect(check).toMatchObject({
      statement: { origin: ended.origin, log: ended.logKey, size: 3, records: 3 },
    });
    const { origin } = await readHead(deps);
    expect(checkReceipt(receipt, statement, buildVerifier(origin, deps.logKey))?.size).toBe(
      (await readHead(deps)).size,
    );
  });
  expect((await checkLog(await readRemoteLog(adopter.origin))).size).toBeGreaterThan(0);
});

/** What a folder can lie about, how it is changed, and what the refusal says. */
const lies: [string, (folder: string) => void, string][] = [
  ["a record is missing", (folder) => rmSync(join(folder, recordOf(ended.document))), "it has 2"],
  [
    "a record is missing, and its number was lowered",
    (folder) => {
      rmSync(join(folder, recordOf(ended.document)));
      edit("published.json", (text) => text.replace('"records": 3', '"records": 2'))(folder);
    },
    "has 3 entries, but it has 2 records",
  ],
  [
    "an entry of the log is missing",
    (folder) => {
      const bundle = join(folder, "evidence/log/tile/entries/000.p/3");
      truncateSync(bundle, 2 * 34);
    },
    "The log's tile entries/000.p/3 is not whole",
  ],
  [
    "an entry of the log was changed",
    (folder) => {
      const bundle = join(folder, "evidence/log/tile/entries/000.p/3");
      const bytes = readFileSync(bundle);
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      writeFileSync(bundle, bytes);
    },
    "does not agree with the entries",
  ],
  [
    "the checkpoint is signed by another key",
    (folder) => {
      const other = adopterCheckpoint.replace(/^.*\n/, `${ended.logKey.split("+")[0]}\n`);
      writeFileSync(join(folder, "evidence/log/checkpoint"), other);
    },
    "The checkpoint of the log is not signed by its key",
  ],
  [
    "the key of the log is another one",
    (folder) => writeFileSync(join(folder, "evidence/log/vkey"), adopterKey),
    "is not among those in evidence/log/vkeys",
  ],
  [
    "a statement was changed",
    (folder) =>
      editRecord(ended.document, (record) => {
        const [head, payload = "", signature] = String(record.attestation).split(".");
        const text = Buffer.from(payload, "base64url").toString().replace("lease", "house");
        return {
          ...record,
          attestation: [head, Buffer.from(text).toString("base64url"), signature].join("."),
        };
      })(folder),
    "has a statement that no key of the site signed (forged)",
  ],
  [
    "a record names another document than its statement",
    (folder) => editRecord(ended.document, (record) => ({ ...record, documentName: "house.pdf" }))(folder),
    "contradict",
  ],
  [
    "a record has the statement of another one",
    (folder) => {
      const { attestation, receipt } = JSON.parse(read(folder, recordOf(ended.document)));
      editRecord(ended.withdrawn, (record) => ({ ...record, attestation, receipt }))(folder);
    },
    "has the statement of",
  ],
  [
    "a record lost its statement, and names someone else",
    (folder) =>
      editRecord(ended.document, ({ attestation: _, receipt: _r, stage: _s, witnessed: _w, ...record }) => ({
        ...record,
        clientName: "Someone Else",
      }))(folder),
    "has names without the statement that proves them",
  ],
  [
    "a record lost its statement, and names another document",
    (folder) =>
      editRecord(
        ended.document,
        ({ attestation: _, receipt: _r, stage: _s, witnessed: _w, clientName: _c, ...record }) => ({
          ...record,
          documentName: "house.pdf",
        }),
      )(folder),
    "has names without the statement that proves them",
  ],
  [
    "a withdrawn record names an office",
    (folder) => editRecord(ended.withdrawn, (record) => ({ ...record, office: "Other Office" }))(folder),
    "has names without the statement that proves them",
  ],
  [
    "a fingerprint of a withdrawn record is invented, since no timestamp is about it",
    (folder) =>
      editRecord(ended.withdrawn, (record) => ({
        ...record,
        originalSha256: "0".repeat(64),
        timeStamps: (record.timeStamps as { about: string }[]).filter(({ about }) => about === "stamped"),
      }))(folder),
    "over one of its fingerprints, but not over the other",
  ],
  [
    "all timestamps of the latest record are gone",
    (folder) => editRecord(ended.collection, (record) => ({ ...record, timeStamps: [] }))(folder),
    "has no timestamp, although the service already timestamped documents then",
  ],
  [
    "a timestamp of a document is gone",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        timeStamps: (record.timeStamps as { about: string }[]).filter(({ about }) => about === "original"),
      }))(folder),
    "over one of its fingerprints, but not over the other",
  ],
  [
    "a timestamp of the service itself is from outside",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        timeStamps: (record.timeStamps as object[]).map((one) => ({ ...one, isOutside: true })),
      }))(folder),
    "says that a timestamp is from outside, but the service's own authority issued it",
  ],
  [
    "a document is a timeline certificate",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        timeline: { entries: 3, chain: "0".repeat(64) },
      }))(folder),
    "says something else about a timeline than its statement",
  ],
  [
    "a document is an acknowledgment",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        acknowledgement: { entries: 3, chain: "0".repeat(64) },
      }))(folder),
    "says something else about an acknowledgment than its statement",
  ],
  [
    "the files of a collection are larger",
    (folder) => editRecord(ended.collection, (record) => ({ ...record, totalBytes: 1 }))(folder),
    "has another size of its files than its statement",
  ],
  [
    "a record with its statement was withdrawn",
    (folder) =>
      editRecord(ended.document, (record) => ({ ...record, withdrawnAt: record.processedDate }))(folder),
    "has been withdrawn, but shows its signed statement",
  ],
  [
    "a record with its statement says that it was withdrawn, and no time",
    (folder) => editRecord(ended.document, (record) => ({ ...record, status: "withdrawn" }))(folder),
    "says that it was withdrawn, but not when",
  ],
  [
    "a record with its statement has another name and no client",
    (folder) =>
      editRecord(ended.document, ({ clientName: _, ...record }) => ({
        ...record,
        documentName: "house.pdf",
      }))(folder),
    "has a signed statement, but names no client",
  ],
  [
    "a record names another Bitcoin block than its proof",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        witnessed: { ...(record.witnessed as object), blocks: `824544 ${"0".repeat(64)}\n` },
      }))(folder),
    "names a Bitcoin block that its proof does not lead to",
  ],
  [
    "a timestamp over the head of the log is that of a document",
    (folder) =>
      editRecord(ended.document, (record) => ({
        ...record,
        witnessed: {
          ...(record.witnessed as object),
          tokens: (record.timeStamps as { token: string }[]).map(({ token }) => token),
        },
      }))(folder),
    "has a false anchor",
  ],
  [
    "a receipt is gone",
    (folder) => editRecord(ended.document, ({ receipt: _, ...record }) => record)(folder),
    "has no receipt of the log",
  ],
  [
    "a timestamp is that of another file",
    (folder) => {
      const { timeStamps } = JSON.parse(read(folder, recordOf(ended.document)));
      editRecord(ended.withdrawn, (record) => ({ ...record, timeStamps }))(folder);
    },
    "has a timestamp that does not hold (wrong-imprint)",
  ],
  [
    "a record has nothing that proves it",
    (folder) => editRecord(ended.withdrawn, (record) => ({ ...record, timeStamps: [] }))(folder),
    "nothing proves it",
  ],
  [
    "names are in it although it says that it has hashes only",
    edit("published.json", (text) => text.replace('"hashesOnly": false', '"hashesOnly": true')),
    "has names or a signed statement, but the site says that it has hashes only",
  ],
  [
    "an invented record is there in place of another one",
    swapRecord,
    "is about other serial numbers: a record was added or left out",
  ],
  [
    "a record without a statement has another date",
    (folder) =>
      editRecord(ended.withdrawn, (record) => ({ ...record, withdrawnAt: "2020-01-01T00:00:00.000Z" }))(
        folder,
      ),
    "is about other records with these serial numbers: one was changed",
  ],
  [
    "an anchor is about another head",
    (folder) => {
      const path = join(folder, "evidence/log/witnesses/3/checkpoint.ots");
      writeFileSync(path, getFile(new Uint8Array(32), [append(1), hashed], inBlock(824_545)));
    },
    "An anchor of the checkpoint of 3 entries is false",
  ],
  [
    "a file is a link to another one",
    (folder) => {
      const path = join(folder, recordOf(ended.document));
      rmSync(path);
      symlinkSync("/etc/passwd", path);
    },
    "is a link",
  ],
  [
    "a folder is a link",
    (folder) => {
      rmSync(join(folder, "evidence/log"), { recursive: true });
      symlinkSync(join(published, "evidence/log"), join(folder, "evidence/log"));
    },
    "lies behind one",
  ],
  [
    "a list names a file outside of the folder",
    edit("evidence/log/witnesses/index.html", (text) =>
      text.replace("/evidence/log/witnesses/3/checkpoint.ots", "/evidence/log/witnesses/3/../../../../../x"),
    ),
    "which is not below",
  ],
  [
    "a file is huge",
    (folder) => truncateSync(join(folder, "evidence/ca.pem"), 2 ** 40),
    "it may have 1048576",
  ],
  [
    "a file is a folder",
    (folder) => {
      rmSync(join(folder, "evidence/ca.crl"));
      mkdirSync(join(folder, "evidence/ca.crl"));
    },
    "evidence/ca.crl is not a file",
  ],
  [
    "it is not complete",
    edit("published.json", (text) => text.replace('"complete": true', '"complete": false')),
    "publish was interrupted",
  ],
  [
    "it claims to be of this server",
    edit("published.json", (text) => text.replace(ended.origin, target.origin)),
    "is the address of this server itself",
  ],
  ["it is no site", (folder) => rmSync(join(folder, "published.json")), "published.json is missing"],
];

let target: TestServer;
let adopterCheckpoint = "";
let adopterKey = "";

test("[threat E14] a folder that lies is refused with a sentence that says what is wrong, and nothing of it is stored", async () => {
  adopterCheckpoint = (await readHead(adopter.deps)).checkpoint;
  adopterKey = await readVerifierKey(adopter.deps);
  const server = await startTestServer();
  target = server;
  const { log } = await stored(server);
  for (const [lie, change, reason] of lies) {
    const folder = changed(change);
    const refused = await adoptSite(server.deps, { folder }).then(
      () => "it was adopted",
      (error: Error) => error.message,
    );
    const isNamed = refused.includes(reason) && refused.startsWith("This site can't be adopted");
    expect([lie, isNamed ? reason : refused]).toEqual([lie, reason]);
    expect([lie, await stored(server)]).toEqual([lie, { ...nothing, log }]);
    rmSync(folder, { recursive: true });
  }
  await server.stop();
});

test("[threat E14] what a record says without evidence is dropped: how far its proof has grown, and a timeline without its statement", async () => {
  const boasting = changed((folder) => {
    rmSync(join(folder, "evidence/log/keys"));
    const stage = { witnesses: 12, block: 1, sentence: "In Bitcoin since 2009." };
    const timeline = { entries: 3, chain: "0".repeat(64) };
    editRecord(ended.document, (record) => ({ ...record, stage }))(folder);
    editRecord(ended.withdrawn, (record) => ({ ...record, stage, timeline }))(folder);
  });
  await withAdopted(async () => {
    for (const serial of [ended.document, ended.withdrawn]) {
      const answer = await fetch(`${adopter.origin}/api/verify/${serial}`);
      const { adopted: _, ...record } = await answer.json();
      expect(record).toEqual(provedRecord(serial));
    }
  }, boasting);
});

test("[threat E15] a serial number that this server issued itself is not adopted", async () => {
  const server = await startTestServer();
  await certify(server.deps);
  const sql = sqlOf(server.deps.db);
  sql.prepare("UPDATE documents SET serial_number = ?").run(ended.document);
  sql.prepare("UPDATE certificates SET serial_number = ?").run(ended.document);
  await expect(adoptSite(server.deps, { folder: published })).rejects.toThrow(
    `The serial number ${ended.document} is one of this server's own.`,
  );
  expect(await stored(server)).toEqual({ ...nothing, log: 1 });
  await server.stop();
});

test("[threat E15] a service is adopted once, and never by itself under another address", async () => {
  await withAdopted(async () => {
    const again = adoptSite(adopter.deps, { folder: published });
    await expect(again).rejects.toThrow("has already been adopted");
    const elsewhere = changed((folder) => {
      rmSync(join(folder, "evidence/log/keys"));
      edit("published.json", (text) => text.replace(ended.origin, "https://other.example"))(folder);
    });
    await expect(adoptSite(adopter.deps, { folder: elsewhere })).rejects.toThrow(
      `is one of ${ended.origin}, which was adopted earlier`,
    );
  });
  const own = newFolder();
  await publish(adopter, own);
  const moved = changed(
    edit("published.json", (text) => text.replace(adopter.origin, ended.origin)),
    own,
  );
  await expect(adoptSite(adopter.deps, { folder: moved })).rejects.toThrow("the keys of this server itself");
});

/** What a folder can lie about that its log has signed, how it is changed, and what the refusal says. */
const unsigned: [string, (folder: string) => void, string][] = [
  ["another root was added", edit("evidence/ca.pem", (text) => `${text}\n`), "another evidence/ca.pem"],
  [
    "another signing key was added",
    edit(".well-known/jwks.json", (text) => {
      const { keys, ...rest } = JSON.parse(text);
      return JSON.stringify({ keys: [...keys, { ...keys[0], kid: "other" }], ...rest });
    }),
    "another .well-known/jwks.json",
  ],
  [
    "another root of external authorities was added",
    (folder) => writeFileSync(join(folder, "evidence/tsa-roots.pem"), read(folder, "evidence/ca.pem")),
    "another evidence/tsa-roots.pem",
  ],
  [
    "another witness was added",
    (folder) => writeFileSync(join(folder, "evidence/log/witnesses/vkeys"), `${ended.logKey}\n`),
    "another evidence/log/witnesses/vkeys",
  ],
  [
    "a revocation list was added",
    (folder) => {
      mkdirSync(join(folder, "evidence/ca"), { recursive: true });
      cpSync(join(folder, "evidence/ca.crl"), join(folder, "evidence/ca/other.crl"));
    },
    "another evidence/ca/other.crl, or about none",
  ],
  [
    "it has another name",
    edit("published.json", (text) => text.replace('"name": "', '"name": "Not ')),
    "not about Not",
  ],
  [
    "it has another address",
    edit("published.json", (text) => text.replace(ended.origin, "https://other.example")),
    "not about Attestamp at https://other.example",
  ],
  [
    "the statement of the log was changed",
    edit("evidence/log/keys", (text) => text.replace("records 3", "records 2")),
    "is not signed by the key of the log",
  ],
  [
    "the statement of another log is there",
    (folder) => writeFileSync(join(folder, "evidence/log/keys"), otherStatement),
    "is not signed by the key of the log",
  ],
];

let otherStatement = "";

test("[threat E15] a key, root or witness that the log did not sign is refused, as are another name and address", async () => {
  const other = newFolder();
  await publish(adopter, other);
  otherStatement = read(other, "evidence/log/keys");
  for (const [lie, change, reason] of unsigned) {
    const refused = await adoptSite(adopter.deps, { folder: changed(change) }).then(
      () => "it was adopted",
      (error: Error) => error.message,
    );
    expect([lie, refused.includes(reason) ? reason : refused]).toEqual([lie, reason]);
  }
  await withAdopted(async () => {
    const statement = await fetch(`${adopter.origin}/adopted/${site()}/evidence/log/keys`);
    expect(await statement.text()).toBe(read(published, "evidence/log/keys"));
  });
});

test("a site that an earlier version published is adopted without the log's statement about its keys", async () => {
  const older = changed((folder) => rmSync(join(folder, "evidence/log/keys")));
  expect((await adoptSite(adopter.deps, { folder: older })).vouched).toBe("nothing");
  await removeAdoption(adopter.deps, ended.origin);
  expect((await adoptSite(adopter.deps, { folder: published })).vouched).toBe("records");
  await removeAdoption(adopter.deps, ended.origin);
});

test("[threat E14] of a folder that the version before published, adopt says that no one vouches for which records there are", async () => {
  let invented = "";
  const folder = changed((folder) => {
    writeFileSync(join(folder, "evidence/log/keys"), earlierStatement);
    invented = swapRecord(folder);
  });
  const { vouched } = await adoptSite(adopter.deps, { folder, logKey: ended.logKey });
  expect(vouched).toBe("keys");
  expect((await fetch(`${adopter.origin}/api/verify/${invented}`)).status).toBe(200);
  await removeAdoption(adopter.deps, ended.origin);
});

test("[threat E15] a folder whose log has another key than the one that the operator names is refused", async () => {
  const { deps } = adopter;
  const other = adoptSite(deps, { folder: published, logKey: await readVerifierKey(deps) });
  await expect(other).rejects.toThrow("not the one that you named");
  const { verifierKey } = await adoptSite(deps, { folder: published, logKey: `${ended.logKey}\n` });
  expect(verifierKey).toBe(ended.logKey);
  await removeAdoption(deps, ended.origin);
});

test("[threat E16] what a machine leaves that died while it adopted is never answered, and is deleted a day later", async () => {
  const server = await startTestServer();
  const { db } = server.deps;
  const id = crypto.randomUUID();
  const row = { id, origin: ended.origin, name: "Gone", hashesOnly: false, records: 1, entries: 1 };
  await insertAdoption(db, { ...row, startedAt: new Date(server.deps.now()) });
  const record = read(published, recordOf(ended.document));
  await insertRecords(db, [{ adoptionId: id, serialNumber: ended.document, record }]);
  expect((await fetch(`${server.origin}/api/verify/${ended.document}`)).status).toBe(404);
  expect((await fetch(`${server.origin}/adopted/${site()}/`)).status).toBe(404);
  expect(await listAdopted(server.deps)).toEqual([]);
  expect(await issuesOf(server)).toEqual([]);
  await adoptSite(server.deps, { folder: published });
  expect((await fetch(`${server.origin}/api/verify/${ended.document}`)).status).toBe(200);
  const later = server.deps.now() + 25 * 3_600_000;
  await deleteUnfinishedAdoptions({ ...server.deps, now: () => later });
  expect(await stored(server)).toMatchObject({ adoptions: 1, records: 3 });
  await server.stop();
});

test("[threat E16] an adoption whose removal has begun cannot be completed, and one that is completed is not swept away", async () => {
  const server = await startTestServer();
  const { deps } = server;
  const later = new Date(deps.now() + 25 * 3_600_000);
  const onProgress = () => {
    sqlOf(deps.db).prepare("UPDATE adoptions SET removed_at = started_at").run();
  };
  const late = adoptSite(deps, { folder: published, onProgress });
  await expect(late).rejects.toThrow("Part of it was deleted while it was stored");
  expect(await stored(server)).toEqual({ ...nothing, log: 0 });
  await adoptSite(deps, { folder: published });
  await endUnfinished(deps.db, later, later);
  expect((await fetch(`${server.origin}/api/verify/${ended.document}`)).status).toBe(200);
  await server.stop();
});

test("[threat E16] if a machine dies during the last record, no one sees any of it", async () => {
  const server = await startTestServer();
  const seen: unknown[] = [];
  const onProgress = () => {
    seen.push(sqlOf(server.deps.db).prepare("SELECT site FROM adoptions").pluck().get());
    throw new Error("the machine died");
  };
  const dies = adoptSite(server.deps, { folder: published, onProgress });
  await expect(dies).rejects.toThrow("the machine died");
  expect(seen).toEqual([null]);
  expect(await stored(server)).toMatchObject(nothing);
  await server.stop();
});

test("after its removal an adopted service is answered no more, its statement stays in the log, and it can be adopted again", async () => {
  const server = await startTestServer();
  await adoptSite(server.deps, { folder: published });
  await removeAdoption(server.deps, ended.origin);
  for (const path of [`/api/verify/${ended.document}`, `/adopted/${site()}/`])
    expect((await fetch(server.origin + path)).status).toBe(404);
  expect(await stored(server)).toEqual({ adoptions: 1, files: 0, records: 0, log: 1 });
  await adoptSite(server.deps, { folder: published });
  expect(await stored(server)).toMatchObject({ adoptions: 2, records: 3, log: 2 });
  expect(await issuesOf(server)).toEqual([]);
  await expect(removeAdoption(server.deps, "https://no.example")).rejects.toThrow("has adopted no site");
  await server.stop();
});

test("[threat E17] a machine that dies while it removes a service leaves nothing that is answered, and the rest is deleted with the next call or by itself", async () => {
  const server = await startTestServer();
  const { deps } = server;
  for (const finish of [
    () => removeAdoption(deps, `${ended.origin}/`),
    () => deleteUnfinishedAdoptions(deps),
    () => adoptSite(deps, { folder: published }).then(() => removeAdoption(deps, ended.origin)),
  ]) {
    await adoptSite(deps, { folder: published });
    const dies = () => {
      throw new Error("the machine died");
    };
    await expect(removeAdoption(deps, ended.origin, dies)).rejects.toThrow("the machine died");
    const left = await stored(server);
    expect([left.records, left.files > 0]).toEqual([0, true]);
    for (const path of [`/api/verify/${ended.document}`, `/adopted/${site()}/evidence/ca.pem`])
      expect((await fetch(server.origin + path)).status).toBe(404);
    expect((await listAdopted(deps)).at(-1)?.removedAt).toBeInstanceOf(Date);
    expect(await issuesOf(server)).toEqual([]);
    await finish();
    await deleteUnfinishedAdoptions(deps);
    expect(await stored(server)).toMatchObject({ files: 0, records: 0 });
  }
  await expect(removeAdoption(deps, ended.origin)).rejects.toThrow("has adopted no site");
  await server.stop();
});

test("[threat E17] whoever reads a record while its service is removed gets all of it or nothing", async () => {
  const server = await startTestServer();
  const { deps } = server;
  await adoptSite(deps, { folder: published });
  const adoption = await findAdopted(deps, site());
  if (!adoption) throw new Error("It was not adopted.");
  const read = (path: string) => answerSite(deps, adoption, testSiteParts, path);
  const paths = [`verify/${ended.document}/`, recordOf(ended.document), "verify.html", "adoption.json"];
  for (const path of paths) expect(await read(path)).toHaveProperty("content");
  const reads: ReturnType<typeof read>[] = [];
  const readAll = () => {
    reads.push(...paths.map(read));
  };
  await removeAdoption(deps, ended.origin, readAll);
  readAll();
  expect(new Set(await Promise.all(reads))).toEqual(new Set([undefined]));
  await server.stop();
});

test("[threat E18] names that are not to be shown are not stored: adopt leaves them out, and says so", async () => {
  const server = await startTestServer();
  const { adoption } = await adoptSite(server.deps, { folder: published, hashesOnly: true });
  expect(adoption.hashesOnly).toBe(true);
  const columns = sqlOf(server.deps.db).prepare("SELECT record FROM adopted_records").pluck().all();
  expect(columns).toHaveLength(3);
  for (const column of columns) {
    expect(String(column)).not.toMatch(/Rita|Moss|lease|attestation"|receipt/);
    expect(JSON.parse(String(column)).timeStamps.length).toBeGreaterThan(0);
  }
  const page = await (await fetch(`${server.origin}/verify/${ended.document}`)).text();
  expect(page).toContain("The names are not published here");
  expect(page).not.toMatch(/Rita|Moss|lease/);
  const folder = newFolder();
  await publish(server, folder);
  const below = join(folder, "adopted", site());
  expect(JSON.parse(read(below, "published.json")).hashesOnly).toBe(true);
  await server.stop();
  const third = await startTestServer();
  await adoptSite(third.deps, { folder: below });
  await third.stop();
});

test("[threat E13] verify-log finds a statement about an adopted log that is not the one in our log, or that we did not sign", async () => {
  const server = await startTestServer();
  await adoptSite(server.deps, { folder: published });
  const { deps } = server;
  const roots = [deps.authority.root, ...deps.authority.formerRoots];
  const check = async () => (await checkCertificates({ ...deps, roots })).issues;
  expect(await check()).toEqual([]);
  const sql = sqlOf(deps.db);
  const { salt, statement } = sql.prepare("SELECT entry_salt AS salt, statement FROM adoptions").get() as {
    salt: Buffer;
    statement: string;
  };
  const about = `The statement about the adopted log of ${ended.origin}`;
  sql.prepare("UPDATE adoptions SET entry_salt = ?").run(Buffer.alloc(32, 1));
  expect(await check()).toEqual([`${about} does not match entry 0 of the log.`]);
  const [head, payload = "", signature] = statement.split(".");
  const changedPayload = Buffer.from(payload, "base64url").toString().replace('"records":3', '"records":4');
  const other = [head, Buffer.from(changedPayload).toString("base64url"), signature].join(".");
  sql.prepare("UPDATE adoptions SET entry_salt = ?, statement = ?").run(salt, other);
  expect(await check()).toEqual([`${about} is not valid (forged).`]);
  await server.stop();
});

test("[threat E9] a site without names is adopted without names", async () => {
  const ending = await startWorkingServer();
  const person = await newPerson(ending, "Quentin", "Vale");
  const { serialNumber } = await processFile(person, (await uploadFile(person, "Quentin's.pdf")).id);
  const folder = newFolder();
  await publish(ending, folder, true);
  await ending.stop();
  const server = await startTestServer();
  expect((await adoptSite(server.deps, { folder })).vouched).toBe("records");
  const answer = await (await fetch(`${server.origin}/verify/${serialNumber}`)).text();
  expect(answer).toContain("The names are not published here");
  expect(answer).not.toContain("Quentin");
  await server.stop();
});

test("[threat E9] a server that publishes without names leaves out those of the services that it adopted, too", async () => {
  const second = await startTestServer();
  await adoptSite(second.deps, { folder: published });
  const folder = newFolder();
  await publish(second, folder, true);
  await second.stop();
  const below = join(folder, "adopted", site());
  expect(JSON.parse(read(below, "published.json")).hashesOnly).toBe(true);
  for (const serial of [ended.document, ended.withdrawn, ended.collection]) {
    const { clientName, attestation, receipt } = JSON.parse(read(below, recordOf(serial)));
    expect([clientName, attestation, receipt]).toEqual([undefined, undefined, undefined]);
    for (const path of [recordOf(serial), `verify/${serial}/index.html`])
      for (const name of ["Rita", "Moss", "lease"]) expect(read(below, path)).not.toContain(name);
  }
  const third = await startTestServer();
  await adoptSite(third.deps, { folder: below });
  expect((await listAdopted(third.deps)).map(({ hashesOnly }) => hashesOnly)).toEqual([true]);
  await third.stop();
});

test("once a service is adopted, the checkpoint next to the database is that of the log with the statement about it", async () => {
  const server = await startTestServer();
  await adoptSite(server.deps, { folder: published });
  const kept = readStoredCheckpoint(storedCheckpointPath(server.deps.config.dataDir));
  expect(kept).toBe((await readHead(server.deps)).checkpoint);
  await server.stop();
});

test("a server publishes the services that it adopted along with its own records, and a third one can adopt them from there", async () => {
  const second = await startTestServer();
  await adoptSite(second.deps, { folder: published });
  await certify(second.deps);
  sqlOf(second.deps.db).prepare("DELETE FROM certificates").run();
  sqlOf(second.deps.db).prepare("UPDATE registry_entries SET is_released = 1 WHERE position = 1").run();
  const folder = newFolder();
  await publish(second, folder);
  expect(JSON.parse(read(folder, "published.json"))).toMatchObject({ entries: 2, withoutRecord: 2 });
  const below = join(folder, "adopted", site());
  expect(JSON.parse(read(below, "adoption.json")).by).toBe(second.origin);
  expect(read(below, `verify/${ended.document}/index.html`)).toContain("adopted this record on");
  await second.stop();
  const third = await startTestServer();
  await adoptSite(third.deps, { folder });
  await expect(adoptSite(third.deps, { folder: changed(swapRecord, below) })).rejects.toThrow(
    "is about other serial numbers",
  );
  expect((await adoptSite(third.deps, { folder: below })).vouched).toBe("serial-numbers");
  const { adopted, ...record } = await (await fetch(`${third.origin}/api/verify/${ended.document}`)).json();
  expect(record).toEqual(provedRecord(ended.document));
  expect(adopted).toMatchObject({ origin: ended.origin, by: third.origin });
  expect(readdirSync(join(below, "api/verify"))).toHaveLength(4);
  await removeAdoption(third.deps, ended.origin);
  await third.stop();
});
