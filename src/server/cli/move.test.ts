import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { closeDatabase } from "../../../db/client.ts";
import { openConfiguredDatabase, openDatabaseIn, readConfiguredDatabase } from "../../../db/open.ts";
import { documents, users } from "../../../db/schema.ts";
import type { Config } from "../../features/config.ts";
import { claimBucket } from "../../features/documents/own-bucket.service.ts";
import { publishSite } from "../../features/publishing/publish.service.ts";
import { getReceipt, readHead } from "../../issuing/log/log.service.ts";
import { S3Objects } from "../../platform/files/s3-objects.ts";
import { printFilesUrl, type S3Settings } from "../../platform/files/s3-settings.ts";
import { writeTemporaryFile } from "../../platform/files/test-file-store.ts";
import { type ObjectStoreServer, startObjectStore } from "../../testing/object-store.ts";
import { assertIntegrity } from "../../testing/test-assert-integrity.ts";
import { createTestClient, type TestClient } from "../../testing/test-client.ts";
import { newPerson, processFile, startWorkingServer, uploadFile } from "../../testing/test-documents.ts";
import { type PostgresServer, startPostgres } from "../../testing/test-postgres.ts";
import { makeTestFolder, type TestServer } from "../../testing/test-server.ts";

const origin = "https://attest.example";
const keysSecret = "the secret that the operator made with openssl";
let postgres: PostgresServer;
let store: ObjectStoreServer;
const folders: string[] = [];
beforeAll(async () => {
  [postgres, store] = await Promise.all([startPostgres(), startObjectStore()]);
});
afterAll(async () => {
  await Promise.all([postgres?.stop(), store?.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}

type Settings = Pick<Config, "dataDir" | "databaseUrl" | "s3" | "keysSecret">;
const inFolder = (dataDir: string): Settings => ({
  dataDir,
  databaseUrl: undefined,
  s3: undefined,
  keysSecret: undefined,
});
const start = (settings: Settings) => startWorkingServer({ config: { origin, ...settings } });

/** The command as an operator runs it; it is killed once it has printed the text `until`. */
async function runMove(environment: Record<string, string>, args: string[], until?: string) {
  const main = join(import.meta.dir, "../../main.ts");
  const child = Bun.spawn([process.execPath, main, "move", ...args], {
    env: { ...process.env, ORIGIN: origin, LOG_LEVEL: "warn", ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const errors = new Response(child.stderr).text();
  let said = "";
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += chunk;
    if (until !== undefined && said.includes(until)) child.kill("SIGKILL");
  }
  return { code: await child.exited, said: said + (await errors) };
}

/** An account by its session, and its stamped documents. */
type Owner = { cookie: string; ids: string[] };

/** `bun run moves` stamps and moves a thousand. */
const stampedDocuments = Number(process.env.MOVED_DOCUMENTS ?? 14);
const uploadedDocuments = 186;
setDefaultTimeout(600_000 + stampedDocuments * 10_000);
/** An account may stamp three; the first one keeps a stamp for later. */
const perOwner = 3;
const ownersAtATime = 4;

async function stampDocuments(server: TestServer): Promise<Owner[]> {
  const owners: Owner[] = [];
  let missing = stampedDocuments;
  const makeOwner = async (count: number) => {
    const person = await newPerson(server);
    const owner: Owner = { cookie: person.cookie(), ids: [] };
    owners.push(owner);
    for (let number = 1; number <= count; number += 1) owner.ids.push(await stamp(person, `${number}.pdf`));
  };
  while (missing > 0) {
    const counts: number[] = [];
    for (let at = 0; at < ownersAtATime && missing > 0; at += 1) {
      const count = Math.min(missing, owners.length + at === 0 ? perOwner - 1 : perOwner);
      missing -= count;
      counts.push(count);
    }
    await Promise.all(counts.map(makeOwner));
  }
  return owners;
}

async function stamp(owner: TestClient, name: string): Promise<string> {
  const { id, status } = await processFile(owner, (await uploadFile(owner, name)).id);
  expect([name, status]).toEqual([name, "completed"]);
  return id;
}

/** Everything that owners and the public see of all documents, and the newest head of the log. */
async function look(server: TestServer, owners: Owner[]): Promise<unknown[]> {
  const seen: unknown[] = [(await readHead(server.deps)).checkpoint];
  for (const owner of owners) seen.push(...(await lookAs(server, owner)));
  return seen;
}

async function lookAs({ origin, deps }: TestServer, { cookie, ids }: Owner): Promise<unknown[]> {
  const owner = createTestClient(origin, cookie);
  const hash = async (path: string) => {
    const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
    expect([path, answer.status]).toEqual([path, 200]);
    return new Bun.CryptoHasher("sha256").update(await answer.arrayBuffer()).digest("hex");
  };
  const seen: unknown[] = [(await owner.get("/api/auth/me")).body];
  for (const id of ids) {
    const { body } = await owner.get(`/api/documents/${id}`);
    seen.push(body, await getReceipt(deps, id));
    for (const part of ["download", "certificate"]) seen.push(await hash(`/api/documents/${id}/${part}`));
    seen.push((await owner.get(`/api/verify/${body.serialNumber}`)).body);
    seen.push((await owner.get(`/verify/${body.serialNumber}`)).text.replaceAll(/nonce="[^"]*"/g, ""));
  }
  return seen;
}

/** Creates documents that are only uploaded: one row and one file each. */
async function makeDocuments({ db, files }: TestServer["deps"], count: number) {
  const userId = (await db.select({ id: users.id }).from(users).get())?.id ?? "";
  for (let number = 0; number < count; number += 1) {
    const id = crypto.randomUUID();
    const file = writeTemporaryFile(files, `document ${number}`);
    const originalPath = await files.keep(file, "originals", id);
    const type = { fileType: "application/pdf", fileSize: String(file.bytes), sha256: file.sha256 };
    const row = { id, userId, originalName: `Größe ${number}.pdf`, originalPath, ...type };
    await db
      .insert(documents)
      .values({ ...row, createdAt: new Date(number) })
      .run();
  }
}

const place = '<script type="application/json" id="keys">{}</script>';
const parts = { checker: `<!doctype html>${place}`, script: "1;", style: "p{}", lookup: "2;" };

/** The published site of a server by its paths, without the revocation lists, which are signed again every day. */
async function publish({ deps }: TestServer): Promise<Record<string, string>> {
  const folder = join(newFolder(), "site");
  await publishSite(deps, { folder, hashesOnly: false, parts, onProgress: () => {} });
  const paths = readdirSync(folder, { recursive: true })
    .map(String)
    .filter(
      (path) => statSync(join(folder, path)).isFile() && !/\.crl$|crls|keys\.js|verify\.html/.test(path),
    );
  return Object.fromEntries(
    paths.toSorted().map((path) => [path, readFileSync(join(folder, path)).toString("base64")]),
  );
}

test("everything moves to PostgreSQL and a bucket, and back: the same bytes, proofs and pages, one log, the same published site, and only one place signs", async () => {
  const old = newFolder();
  const first = await start(inFolder(old));
  const owners = await stampDocuments(first);
  await makeDocuments(first.deps, uploadedDocuments);
  const before = await look(first, owners);
  const published = await publish(first);
  expect(Object.keys(published).filter((path) => path.startsWith("api/verify/AT-"))).toHaveLength(
    stampedDocuments,
  );
  await first.stop();

  const s3: S3Settings = { ...store.newBucket(), prefix: "moved/" };
  await new S3Objects(s3).ensureBucket();
  const databaseUrl = postgres.makeDatabase(crypto.randomUUID(), "template1");
  const secrets = {
    KEYS_SECRET: keysSecret,
    S3_ENDPOINT: s3.endpoint ?? "",
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const there = ["--to", databaseUrl, "--files", printFilesUrl(s3)];
  const rows = `documents: ${stampedDocuments + uploadedDocuments} rows`;
  const killed = await runMove({ ...secrets, DATA_DIR: old }, there, rows);
  expect(killed.code).not.toBe(0);
  const onPostgres = { s3, databaseUrl, keysSecret: { current: keysSecret, previous: undefined } };
  const unfinished = openConfiguredDatabase({ dataDir: newFolder(), databaseUrl });
  await expect(unfinished).rejects.toThrow("is unfinished");
  await (await start(inFolder(old))).stop();

  const moved = await runMove({ ...secrets, DATA_DIR: old }, there);
  expect(moved).toEqual({ code: 0, said: expect.stringContaining("Everything was moved to postgres://") });
  await expect(openDatabaseIn(old)).rejects.toThrow("was moved to postgres://");
  const again = await runMove({ ...secrets, DATA_DIR: old }, there);
  expect(again.said).toContain("has already been moved to");

  const second = await start({ dataDir: newFolder(), ...onPostgres });
  await claimBucket(second.deps);
  expect(await look(second, owners)).toEqual(before);
  expect(await publish(second)).toEqual(published);
  const backTo = join(newFolder(), "data");
  const environment = {
    ...secrets,
    DATA_DIR: newFolder(),
    DATABASE_URL: databaseUrl,
    FILES_URL: printFilesUrl(s3),
  };
  const whileRunning = await runMove(environment, ["--to", backTo]);
  expect(whileRunning.said).toContain("Please stop all of them first");
  const owner = owners.find(({ ids }) => ids.length < perOwner);
  owner?.ids.push(await stamp(createTestClient(second.origin, owner.cookie), "one more.pdf"));
  const between = await look(second, owners);
  await second.stop();

  const back = await runMove(environment, ["--to", backTo]);
  expect(back).toEqual({ code: 0, said: expect.stringContaining(`Everything was moved to ${backTo}`) });
  await expect(openConfiguredDatabase({ dataDir: newFolder(), databaseUrl })).rejects.toThrow("was moved to");
  expect(existsSync(join(backTo, "keys/copy-of-database"))).toBe(false);
  await assertIntegrity(backTo);
  const third = await start(inFolder(backTo));
  expect(await look(third, owners)).toEqual(between);
  await third.stop();
});

test("a move never writes to a database that is not empty, and never moves damaged data", async () => {
  const old = newFolder();
  const server = await start(inFolder(old));
  const person = await newPerson(server);
  await processFile(person, (await uploadFile(person)).id);
  await server.stop();
  const s3 = store.newBucket();
  await new S3Objects(s3).ensureBucket();
  const secrets = {
    DATA_DIR: old,
    KEYS_SECRET: keysSecret,
    S3_ENDPOINT: s3.endpoint ?? "",
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const used = { dataDir: newFolder(), databaseUrl: postgres.makeDatabase(crypto.randomUUID()), s3 };
  const owner = await start({ ...used, keysSecret: { current: keysSecret, previous: undefined } });
  await claimBucket(owner.deps);
  await owner.stop();
  const refused = await runMove(secrets, ["--to", used.databaseUrl, "--files", printFilesUrl(s3)]);
  expect(refused).toEqual({ code: 1, said: expect.stringContaining("is not empty. Nothing was changed.") });

  const empty = postgres.makeDatabase(crypto.randomUUID());
  const owned = await runMove(secrets, ["--to", empty, "--files", printFilesUrl(s3)]);
  const { host, pathname } = new URL(used.databaseUrl);
  const message = `belongs to another database, postgres://${host}${pathname}`;
  expect(owned).toEqual({ code: 1, said: expect.stringContaining(message) });

  const db = await openDatabaseIn(old);
  await db
    .update(documents)
    .set({ stampedSha256: "0".repeat(64) })
    .run();
  await closeDatabase(db);
  const databaseUrl = postgres.makeDatabase(crypto.randomUUID());
  const damaged = await runMove(secrets, ["--to", databaseUrl, "--files", printFilesUrl(s3)]);
  expect(damaged.code).toBe(1);
  expect(damaged.said).toContain("its stamped copy was changed");
  const target = await readConfiguredDatabase({ dataDir: old, databaseUrl });
  expect(await target.select().from(users).all()).toEqual([]);
  await closeDatabase(target);
});
