import { afterEach, beforeEach, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase, type Database } from "../../db/client.ts";
import { openDatabaseIn } from "../../db/open.ts";
import { sealedKeys } from "../../db/schema.ts";
import type { Deps } from "../features/deps.ts";
import { openLogKey } from "../issuing/log/log-keys.service.ts";
import { loadLog } from "../issuing/log/log-state.service.ts";
import { checkClockAndKeys } from "../issuing/tsa/key-rotation.service.ts";
import { keysFolder } from "../platform/keys/key-names.ts";
import { loadSigningKeys, rotateSigningKey } from "../platform/keys/keys.ts";
import { rotatePkiKey } from "../platform/keys/rotate-pki-keys.ts";
import { withSharedKeys } from "../platform/keys/shared-keys.ts";
import { createLogger } from "../platform/logger.ts";
import { makeTestFolder, testConfig } from "../testing/test-server.ts";
import { createDeps } from "./create-deps.ts";

const secret = "the secret that the operator made with openssl";
const day = 24 * 3_600_000;
let db: Database;
let folders: string[];
let now: number;
beforeEach(async () => {
  now = Date.now();
  folders = [];
  db = await openDatabaseIn(newFolder());
});
afterEach(async () => {
  await closeDatabase(db);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}

/** A server with a separate folder on the shared database. */
function startNode(
  dataDir = newFolder(),
  keysSecret: { current: string; previous: string | undefined } = { current: secret, previous: undefined },
): Promise<Deps> {
  const config = { ...testConfig({ dataDir }), keysSecret };
  return createDeps(config, { db, now: () => now, node: { id: crypto.randomUUID(), isAlone: false } });
}

/** An identifier of each of a server's keys. */
const describeKeys = (deps: Deps) => ({
  attestation: deps.signingKeys.current.kid,
  log: deps.logKey.kid,
  witness: deps.witnessKey.kid,
  counters: Buffer.from(deps.counterKey.secret).toString("hex"),
  root: deps.authority.root.serialNumber,
  tsa: Buffer.from(deps.authority.tsa.certificate).toString("hex"),
  seal: Buffer.from(deps.authority.seal.certificate).toString("hex"),
  crl: deps.authority.crl().number,
});

test("servers that start at the same moment on a new database share one set of keys", async () => {
  const [first, second, third] = await Promise.all([startNode(), startNode(), startNode()]);
  if (!first || !second || !third) throw new Error("A server did not start.");
  expect(describeKeys(second)).toEqual(describeKeys(first));
  expect(describeKeys(third)).toEqual(describeKeys(first));
});

test("nothing in the database reveals a key without the secret", async () => {
  const { signingKeys } = await startNode();
  const rows = await db.select().from(sealedKeys).all();
  expect(rows.map(({ name }) => name).toSorted()).toContain("attestation.jwk");
  for (const { sealed } of rows) {
    expect(sealed.includes(signingKeys.current.jwk.d)).toBe(false);
    expect(sealed.includes("PRIVATE KEY")).toBe(false);
  }
});

test("with a wrong secret the server does not start, says why in one message, and changes no key", async () => {
  const first = await startNode();
  const before = await db.select().from(sealedKeys).all();
  const wrong = { current: "another secret that is just as long as it", previous: undefined };
  await expect(startNode(newFolder(), wrong)).rejects.toThrow("KEYS_SECRET does not open the keys");
  expect(await db.select().from(sealedKeys).all()).toEqual(before);
  expect(describeKeys(await startNode())).toEqual(describeKeys(first));
});

test("the secret is changed by setting the previous one as well", async () => {
  const first = await startNode();
  const current = "a newer secret that the operator made later";
  expect(describeKeys(await startNode(newFolder(), { current, previous: secret }))).toEqual(
    describeKeys(first),
  );
  expect(describeKeys(await startNode(newFolder(), { current, previous: undefined }))).toEqual(
    describeKeys(first),
  );
  await expect(startNode()).rejects.toThrow("KEYS_SECRET does not open the keys");
});

test("a key that one server replaces is used by the others after their next key exchange or start", async () => {
  const [first, second] = [await startNode(), await startNode()];
  const identity = { organization: "Attestamp", origin: "http://localhost" };
  await withSharedKeys(first, () => {
    rotatePkiKey(first.config.dataDir, "tsa", identity, new Date(now), "replaced");
    rotateSigningKey(first.config.dataDir, "attestation");
  });
  const before = describeKeys(second);
  await checkClockAndKeys(second);
  await checkClockAndKeys(first);
  expect(describeKeys(second).tsa).not.toBe(before.tsa);
  expect(describeKeys(second).tsa).toBe(describeKeys(first).tsa);
  const third = await startNode();
  expect(third.signingKeys.current.kid).not.toBe(before.attestation);
  expect(third.signingKeys.all.map(({ kid }) => kid)).toContain(before.attestation);
});

test("all servers publish the same revocation list, which one of them renews every day", async () => {
  const [first, second] = [await startNode(), await startNode()];
  const number = first.authority.crl().number;
  now += day + 1;
  expect([first.authority.crl().number, second.authority.crl().number]).toEqual([number, number]);
  await checkClockAndKeys(first);
  await checkClockAndKeys(second);
  expect(first.authority.crl().number).toBeGreaterThan(number);
  expect(second.authority.crl().number).toBe(first.authority.crl().number);
});

test("keys of another installation in the data folder are never overwritten", async () => {
  await startNode();
  const folder = newFolder();
  mkdirSync(keysFolder(folder));
  writeFileSync(join(keysFolder(folder), "attestation.jwk"), "the only copy");
  await expect(startNode(folder)).rejects.toThrow("contains keys that are not in the database");
  expect(readdirSync(keysFolder(folder))).toEqual(["attestation.jwk"]);
  expect(readFileSync(join(keysFolder(folder), "attestation.jwk"), "utf8")).toBe("the only copy");
});

test("a data folder with existing keys brings them into a shared database without keys", async () => {
  const folder = newFolder();
  const alone = await createDeps(testConfig({ dataDir: folder }), { db, now: () => now });
  expect(await db.select().from(sealedKeys).all()).toEqual([]);
  const copy = newFolder();
  cpSync(keysFolder(folder), keysFolder(copy), { recursive: true });
  expect(describeKeys(await startNode(copy))).toEqual(describeKeys(alone));
  expect(describeKeys(await startNode())).toEqual(describeKeys(alone));
});

test("a server that died before storing new keys leaves none behind that another server would need", async () => {
  const [first, second] = [await startNode(), await startNode()];
  const dying = withSharedKeys(first, () => {
    rotateSigningKey(first.config.dataDir, "witness");
    throw new Error("The server dies.");
  });
  await expect(dying).rejects.toThrow("dies");
  const again = await startNode(first.config.dataDir);
  expect(again.witnessKey.kid).toBe(second.witnessKey.kid);
  expect(existsSync(join(keysFolder(first.config.dataDir), "copy-of-database"))).toBe(true);
});

test("a server that died while creating the first keys starts again, with the keys that another server has created since", async () => {
  const folder = newFolder();
  const config = { ...testConfig({ dataDir: folder }), keysSecret: { current: secret, previous: undefined } };
  const node = { id: crypto.randomUUID(), isAlone: false };
  const dying = withSharedKeys(
    { config, db, now: () => now, node, log: createLogger("silent") },
    async () => {
      await openLogKey(folder, db);
      loadSigningKeys(folder, false);
      throw new Error("The server dies.");
    },
  );
  await expect(dying).rejects.toThrow("dies");
  const other = await startNode();
  const again = await startNode(folder);
  expect(describeKeys(again)).toEqual(describeKeys(other));
  await loadLog(again);
});

test("keys that a server created before it died are kept once a server without KEYS_SECRET has used them", async () => {
  const folder = newFolder();
  const config = { ...testConfig({ dataDir: folder }), keysSecret: { current: secret, previous: undefined } };
  const shared = {
    db,
    now: () => now,
    node: { id: crypto.randomUUID(), isAlone: false },
    log: createLogger("silent"),
  };
  const dying = withSharedKeys({ ...shared, config }, () => {
    loadSigningKeys(folder, false);
    throw new Error("The server dies.");
  });
  await expect(dying).rejects.toThrow("dies");
  const alone = { ...shared, config: { dataDir: folder, keysSecret: undefined } };
  const used = await withSharedKeys(alone, () => loadSigningKeys(folder, false).current.kid);
  const kept = await withSharedKeys({ ...shared, config }, () => loadSigningKeys(folder, false).current.kid);
  expect(kept).toBe(used);
});
