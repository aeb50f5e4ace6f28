import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedTrust } from "../../evidence/verifier/published-trust.ts";
import { type Crl, readCrl } from "../../evidence/x509/crl.ts";
import { decodePem } from "../../evidence/x509/pem.ts";
import { PkiFiles } from "../../platform/keys/pki-files.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { makeTestFolder, startTestServer } from "../../testing/test-server.ts";

setDefaultTimeout(600_000);

const program = join(import.meta.dir, "../../main.ts");
let root: string;
const place = (name: string) => join(root, name);
beforeEach(async () => {
  root = makeTestFolder();
  await publishedBy("data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function run(words: string[], dataDir = place("data"), settings: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, program, ...words], {
    env: { PATH: "/usr/bin:/bin", DATA_DIR: dataDir, LOG_LEVEL: "silent", ...settings },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("").trim() };
}

/** The revocation list, in DER, that a server with this folder publishes. */
async function publishedBy(name: string): Promise<Uint8Array> {
  const server = await startTestServer({ config: { dataDir: place(name) } });
  const bytes = await (await fetch(`${server.origin}/evidence/ca.crl`)).bytes();
  await server.stop();
  return bytes;
}

const readSerial = (role: "tsa" | "seal", name = "data") =>
  new PkiFiles(place(name)).read(role)?.parsed.serialNumber ?? 0n;
const revokedBy = ({ revocations }: Crl) => revocations.map(({ serialNumber }) => serialNumber);

test("a key stolen after the backup signs nothing after the restore, and the newest list keeps it revoked", async () => {
  const stolen = readSerial("seal");
  expect((await run(["backup", place("backup")])).code).toBe(0);
  await run(["keys", "rotate", "seal", "--stolen"]);
  const newest = await publishedBy("data");
  writeFileSync(place("ca.crl"), newest);

  const restored = await run(["restore", place("backup"), "--crl", place("ca.crl")], place("restored"));
  expect(restored.code).toBe(0);
  expect(restored.said).toContain("Everything on the list given with --crl stays revoked.");
  expect(restored.said).toContain("root: keys rotate root, with --stolen if it was stolen");
  expect([readSerial("seal", "restored"), readSerial("tsa", "restored")]).not.toContain(stolen);
  const now = readCrl(await publishedBy("restored"));
  expect(revokedBy(now)).toEqual([stolen]);
  expect(now.number).toBeGreaterThan(readCrl(newest).number);
});

test("without a newer list, the command says what is lost, and the operator can revoke the stolen key again", async () => {
  const stolen = readSerial("seal");
  await run(["backup", place("backup")]);
  const newest = readCrl(await publishedBy("data"));
  const { said } = await run(["restore", place("backup")], place("restored"));
  expect(said).toContain("Without --crl, anything that was revoked since then is no longer revoked.");
  expect(readSerial("seal", "restored")).not.toBe(stolen);
  const again = await run(["keys", "revoke", stolen.toString(16)], place("restored"));
  expect(again.said).toContain("The old certificate is revoked");
  const now = readCrl(await publishedBy("restored"));
  expect([revokedBy(now), now.number > newest.number]).toEqual([[stolen], true]);
});

test("a server that did nothing after its backup keeps its keys", async () => {
  await run(["backup", place("backup")]);
  expect((await run(["restore", place("backup"), "--nothing-since"], place("restored"))).code).toBe(0);
  expect(readSerial("seal", "restored")).toBe(readSerial("seal"));
});

test("an invalid list or another server's is refused, and no server starts with the unfinished restore", async () => {
  await run(["backup", place("backup")]);
  writeFileSync(place("none"), "no list");
  writeFileSync(place("other.crl"), await publishedBy("other"));
  const restore = (...words: string[]) => run(["restore", place("backup"), ...words], place("restored"));
  expect((await restore("--crl", place("none"))).said).toContain("is not a revocation list");
  expect((await restore("--crl", place("missing"))).said).toContain("cannot be read");
  expect((await restore("--crl", place("none"), "--nothing-since")).said).toContain(
    "option '--nothing-since' cannot be used with option '--crl <file>'",
  );
  expect(existsSync(place("restored"))).toBe(false);
  expect((await restore("--crl", place("other.crl"))).said).toContain("is not signed by this backup's root");
  await expect(publishedBy("restored")).rejects.toThrow("is unfinished");
  expect((await restore()).code).toBe(0);
});

test("the newest list may also be the file with the lists of all roots", async () => {
  await run(["backup", place("backup")]);
  const server = await startTestServer({ config: { dataDir: place("data") } });
  const pem = await (await fetch(`${server.origin}/evidence/ca-crls.pem`)).text();
  await server.stop();
  expect(decodePem("X509 CRL", pem)).toHaveLength(1);
  writeFileSync(place("lists.pem"), pem);
  expect((await run(["restore", place("backup"), "--crl", place("lists.pem")], place("restored"))).code).toBe(
    0,
  );
});

test("after a key rotation the command asks for a backup, or the server makes one", async () => {
  expect((await run(["keys", "rotate", "attestation"])).said).toContain("Please make a backup now");
  const settings = { BACKUP_DIR: place("backups") };
  const made = await run(["keys", "rotate", "attestation"], place("data"), settings);
  const [name = ""] = readdirSync(place("backups"));
  expect(made.said).toContain(`A backup with the current keys was made: ${place("backups")}/${name}`);
  expect((await run(["restore", join(place("backups"), name)], place("restored"))).code).toBe(0);
  expect(
    readdirSync(join(place("restored"), "keys/retired")).filter((one) => /attestation/.test(one)),
  ).toHaveLength(2);
  writeFileSync(place("file"), "");
  const failed = await run(["keys", "rotate", "attestation"], place("data"), { BACKUP_DIR: place("file") });
  expect(failed.said).toContain("The backup to BACKUP_DIR failed");
});

test("log end is the remedy for a lost database", async () => {
  for (const name of readdirSync(place("data")))
    if (name !== "keys") rmSync(join(place("data"), name), { recursive: true });
  await expect(publishedBy("data")).rejects.toThrow("log end");
  expect(await run(["log", "end", "--yes"])).toMatchObject({
    code: 0,
    said: expect.stringContaining(" continues with them."),
  });
  await publishedBy("data");
  expect((await run(["log", "end", "--yes"], place("empty"))).said).toContain("There is no log to end");
});

test("after the log has ended, those who keep the keys from before do not call a new pack wrong", async () => {
  const before = await saveKeys("before");
  for (const name of readdirSync(place("data")))
    if (name !== "keys") rmSync(join(place("data"), name), { recursive: true });
  await run(["log", "end", "--yes"]);
  const server = await startWorkingServer({ config: { dataDir: place("data") } });
  const person = await newPerson(server);
  const { id, status } = await processFile(person, (await uploadFile(person)).id);
  expect(status).toBe("completed");
  const headers = { cookie: person.cookie() };
  const pack = await (await fetch(`${server.origin}/api/documents/${id}/evidence`, { headers })).bytes();
  await server.stop();
  writeFileSync(place("pack.zip"), pack);

  const verify = (keys: string[]) => run(["verify", place("pack.zip"), ...keys]);
  const earlier = await verify(before);
  expect(earlier.said).toContain("Is it in the public log? Can't tell.");
  expect(earlier.said).not.toMatch(/^ *!/m);
  expect([2, 3]).toContain(earlier.code);
  const today = await verify(await saveKeys("today"));
  expect(today.said).toContain("Is it in the public log? Confirmed.");
  expect(today.code).toBe(3);
});

/** The keys that a server with the folder publishes, as files, and the options of `verify` that name them. */
async function saveKeys(folder: string): Promise<string[]> {
  const server = await startTestServer({ config: { dataDir: place("data") } });
  mkdirSync(place(folder));
  const options: string[] = [];
  for (const [option, address] of Object.entries({
    ca: publishedTrust.ca,
    crl: publishedTrust.crl,
    jwks: publishedTrust.jwks,
    vkey: publishedTrust.vkeys,
  })) {
    const path = join(place(folder), option);
    writeFileSync(path, await (await fetch(`${server.origin}${address}`)).bytes());
    options.push(`--${option}`, path);
  }
  await server.stop();
  return options;
}
