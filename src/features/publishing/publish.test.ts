import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realFrom } from "../../evidence/bitcoin/test-headers.ts";
import { append, getFile, hashed, inBlock } from "../../evidence/opentimestamps/test-proofs.ts";
import { checkLog } from "../../evidence/tlog/check-log.ts";
import { readHead } from "../../issuing/log/log.service.ts";
import { readRemoteLog } from "../../issuing/log/remote-log.ts";
import { retireLog } from "../../issuing/log/retirement.service.ts";
import { fillLog } from "../../issuing/log/test-log.ts";
import { hashEnds } from "../../issuing/renewal/hash-ends.ts";
import { renewEvidence } from "../../issuing/renewal/renew-evidence.service.ts";
import { replaceWitnessKey } from "../../issuing/witnesses/cosign-other-logs.service.ts";
import {
  insertHeaders,
  insertWitnessed,
  saveBlock,
  saveProof,
} from "../../issuing/witnesses/witnesses.repo.ts";
import { checkpointDigest } from "../../issuing/witnesses/witnesses.ts";
import { newAdmin } from "../../testing/test-admin.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { sqlOf } from "../../testing/test-sql.ts";
import { type PublishOptions, publishSite } from "./publish.service.ts";
import { testSiteParts } from "./test-site-parts.ts";

setDefaultTimeout(600_000);

const hostile = '"><img src=x onerror=alert(1)>';

let server: TestServer;
let owner: TestClient;
let folders: string;
beforeAll(async () => {
  server = await startWorkingServer();
  owner = await newPerson(server, hostile, "Roe");
  folders = makeTestFolder();
});
afterAll(async () => {
  await server.stop();
  rmSync(folders, { recursive: true, force: true });
});

async function stamp(person: TestClient, name: string): Promise<{ id: string; serial: string }> {
  const { id, serialNumber } = await processFile(person, (await uploadFile(person, name)).id);
  return { id, serial: serialNumber ?? "" };
}

const newFolder = () => join(folders, crypto.randomUUID());

function publish(folder: string, options: Partial<PublishOptions> = {}) {
  return publishSite(server.deps, {
    folder,
    hashesOnly: false,
    parts: testSiteParts,
    onProgress: () => {},
    ...options,
  });
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted();
const contentOf = (folder: string) =>
  Object.fromEntries(
    filesIn(folder).map((name) => [name, readFileSync(join(folder, name)).toString("base64")]),
  );
const read = (folder: string, ...path: string[]) => readFileSync(join(folder, ...path), "utf8");
const pageOf = (folder: string, serial: string) => read(folder, "verify", serial, "index.html");
/** The files that contain a text, as it is or inside base64. */
const filesWith = (folder: string, text: string) =>
  filesIn(folder).filter((name) => {
    const content = read(folder, name);
    const decoded = [...content.matchAll(/[\w+/-]{24,}/g)].map(([run]) =>
      Buffer.from(run, "base64").toString(),
    );
    return [content, ...decoded].some((one) => one.includes(text));
  });

test("[threat E8] a published record has the names that its record page shows, as text and never as markup", async () => {
  const { serial } = await stamp(owner, "<script>alert(1)<∕script>.pdf");
  const folder = newFolder();
  await publish(folder);
  const page = pageOf(folder, serial);
  expect(page).not.toMatch(/<script>alert|<img/);
  expect(page).toContain("&lt;script&gt;alert(1)");
  expect(page).toContain("&quot;&gt;&lt;img src=x onerror=alert(1)&gt; Roe");
  expect(page.match(/<script/g)).toHaveLength(3);
  const answer = JSON.parse((await owner.get(`/api/verify/${serial}`)).text);
  // Years later, no one may know whom the service asked.
  const stage = { ...answer.stage, sentence: expect.stringContaining(", if it asks any.") };
  expect(JSON.parse(read(folder, "api", "verify", serial))).toEqual({ ...answer, stage });
});

test("[threat E9] names that the record page has lost are nowhere in the site: withdrawn documents, deleted accounts, and copies of earlier runs", async () => {
  const person = await newPerson(server, "Rita", "Moss");
  const kept = await stamp(person, "Rita Moss, lease.pdf");
  const withdrawn = await stamp(person, "Rita Moss, will.pdf");
  const folder = newFolder();
  await publish(folder);
  // With the space, since four letters alone can be in a signature by chance.
  expect(filesWith(folder, "Rita Moss").length).toBeGreaterThanOrEqual(4);
  await person.send("DELETE", `/api/documents/${withdrawn.id}`);
  await publish(folder);
  expect(filesWith(folder, "will.pdf")).toEqual([]);
  const admin = await newAdmin(server);
  const { user_id: id } = sqlOf(server.deps.db)
    .prepare("SELECT user_id FROM documents WHERE id = ?")
    .get(kept.id) as { user_id: string };
  expect((await admin.send("DELETE", `/api/admin/users/${id}`)).status).toBe(200);
  await publish(folder);
  expect(filesWith(folder, "Rita Moss")).toEqual([]);
  expect(pageOf(folder, withdrawn.serial)).toContain("Withdrawn by its owner on");
  expect(pageOf(folder, kept.serial)).toContain("This document is on record");
  expect(pageOf(folder, kept.serial)).toContain("<dd>The name was removed from this record.</dd>");
  expect(pageOf(folder, kept.serial)).not.toContain("<dd>name-removed");
});

test("[threat E9] with hashes only, no name is in any file, also when names were published there before", async () => {
  const person = await newPerson(server, "Quentin", "Vale");
  const { serial } = await stamp(person, "Quentin's secret.pdf");
  const folder = newFolder();
  await publish(folder);
  expect(filesWith(folder, "Quentin").length).toBeGreaterThan(0);
  await publish(folder, { hashesOnly: true });
  expect([filesWith(folder, "Quentin"), filesWith(folder, "secret")]).toEqual([[], []]);
  const answer = JSON.parse(read(folder, "api", "verify", serial));
  expect(answer.documentName).toBe("name-removed.pdf");
  expect(pageOf(folder, serial)).toContain(answer.stampedSha256);
});

test("a run that dies half-way is finished by the next one, and one without changes writes nothing", async () => {
  await stamp(owner, "lease.pdf");
  const folder = newFolder();
  const whole = newFolder();
  await publish(whole);
  const dies = () => {
    throw new Error("the machine died");
  };
  await expect(publish(folder, { onProgress: dies })).rejects.toThrow("the machine died");
  expect(JSON.parse(read(folder, "published.json")).complete).toBe(false);
  expect(existsSync(join(folder, "evidence/log/checkpoint"))).toBe(false);
  writeFileSync(join(folder, "verify.html.new"), "half");
  mkdirSync(join(folder, "verify", "AT-GONE"));
  writeFileSync(join(folder, "verify", "AT-GONE", "index.html.new"), "half");
  await publish(folder);
  rmSync(join(folder, "verify.html.new"), { force: true });
  expect(contentOf(folder)).toEqual(contentOf(whole));
  expect(JSON.parse(read(folder, "published.json")).complete).toBe(true);
  // The mark, as unfinished and as complete.
  expect((await publish(folder)).written).toBe(2);
});

test("a record whose proofs were renewed has its evidence record, once", async () => {
  const { serial } = await stamp(await newPerson(server, "Ada", "Poe"), "Renewed.pdf");
  const ended = { ...hashEnds["SHA-256"], end: new Date(server.deps.now()) };
  await renewEvidence(server.deps, undefined, { ...hashEnds, "SHA-256": ended });
  const folder = newFolder();
  await publish(folder);
  const { renewed } = JSON.parse(read(folder, "api/verify", serial));
  const page = pageOf(folder, serial);
  expect(page).toContain(
    `download="attestation.ers" href="data:application/octet-stream;base64,${renewed.record}"`,
  );
  expect(page.split(renewed.record)).toHaveLength(2);
  expect(page).toContain(renewed.times[0]);
});

test("a record leads to its own part of the Bitcoin headers, which records of one difficulty period share", async () => {
  const { serial } = await stamp(owner, "anchored.pdf");
  const { checkpoint, size } = await readHead(server.deps);
  const block = 824_545;
  const proof = getFile(checkpointDigest(checkpoint), [append(1), hashed], inBlock(block));
  const { db } = server.deps;
  await insertWitnessed(db, size, checkpoint, new Date());
  await saveProof(db, size, proof, "confirmed");
  await saveBlock(db, size, { block, hasAllHeaders: true, proof: Buffer.from(proof) });
  await insertWitnessed(db, size - 1, "earlier", new Date());
  await saveBlock(db, size - 1, { block: 824_544, hasAllHeaders: true, proof: Buffer.from(proof) });
  const headers = Buffer.from(realFrom(824_544, 824_551));
  const rows = Array.from({ length: 8 }, (_, at) => ({
    height: 824_544 + at,
    header: headers.subarray(80 * at, 80 * (at + 1)),
  }));
  await insertHeaders(db, rows);
  const folder = newFolder();
  await publish(folder);
  const link =
    /<a data-part="headers" data-skip="(\d+)" download="checkpoint.headers" href="..\/..\/([^"]+)"/.exec(
      pageOf(folder, serial),
    );
  const [, skip, path = ""] = link ?? [];
  expect(path).toBe("evidence/log/witnesses/headers/824544");
  const own = readFileSync(join(folder, path)).subarray(Number(skip));
  expect(own).toEqual(Buffer.from(realFrom(block, 824_551)));
  const witnesses = JSON.parse(read(folder, "evidence/log/witnesses/index.html"));
  const [newest] = witnesses.checkpoints;
  for (const file of [newest.checkpoint, newest.openTimestamps.proof, newest.openTimestamps.headers])
    expect(existsSync(join(folder, file))).toBe(true);
});

test("nothing is written into a folder with other files, or with the site of another server", async () => {
  const folder = newFolder();
  mkdirSync(folder);
  writeFileSync(join(folder, "thesis.txt"), "mine");
  await expect(publish(folder)).rejects.toThrow("no site that this command wrote");
  expect(readdirSync(folder)).toEqual(["thesis.txt"]);
  const site = newFolder();
  await publish(site);
  const config = { ...server.deps.config, origin: "https://other.example" };
  const other = publishSite(
    { ...server.deps, config },
    { folder: site, hashesOnly: false, parts: testSiteParts, onProgress: () => {} },
  );
  await expect(other).rejects.toThrow(`has the site of ${server.origin}`);
});

test("[threat E10] no path lists the serial numbers, and every name is valid on every file system", async () => {
  const folder = newFolder();
  await publish(folder);
  const index = read(folder, "verify", "index.html") + read(folder, "api", "verify", "index.html");
  expect(index).not.toContain("AT-");
  expect(read(folder, "robots.txt")).toContain("Disallow: /verify/");
  const names = filesIn(folder);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[\w./-]+$/);
});

/** A file server that knows nothing of Attestamp: a folder is answered with a redirect and its index. */
function serveFolder(folder: string) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const path = join(folder, decodeURIComponent(pathname));
      if (!existsSync(path)) return new Response("not found", { status: 404 });
      if (!statSync(path).isDirectory()) return new Response(Bun.file(path));
      if (!pathname.endsWith("/"))
        return new Response(null, { status: 301, headers: { Location: `${pathname}/` } });
      return new Response(Bun.file(join(path, "index.html")));
    },
  });
}

test("the log of a site is checked like that of the server, with its retired part, when the server is gone", async () => {
  const dataDir = newFolder();
  const first = await startTestServer({ config: { dataDir } });
  await fillLog(first.deps, 300);
  await first.stop();
  const second = await startTestServer({ config: { dataDir } });
  await retireLog(second.deps, replaceWitnessKey);
  await second.stop();
  const gone = await startTestServer({ config: { dataDir } });
  await fillLog(gone.deps, 700);
  const folder = newFolder();
  await publishSite(gone.deps, { folder, hashesOnly: false, parts: testSiteParts, onProgress: () => {} });
  await gone.stop();
  const site = serveFolder(folder);
  const log = await readRemoteLog(site.url.origin);
  expect(log.ended).toHaveLength(1);
  expect((await checkLog(log)).size).toBe(700);
  await site.stop(true);
});
