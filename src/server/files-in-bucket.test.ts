import { afterAll, beforeAll, expect, setDefaultTimeout, setSystemTime, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { makeBackup } from "../features/backup/make-backup.service.ts";
import { prepareRestored } from "../features/backup/prepare-restored.service.ts";
import { restoreBackup } from "../features/backup/restore-backup.service.ts";
import { stampingJob } from "../features/documents/documents.ts";
import { claimBucket, requireOwnBucket } from "../features/documents/own-bucket.service.ts";
import { sweepFiles } from "../features/documents/retention.service.ts";
import { stampingJobHandler } from "../features/documents/stamping.job.ts";
import { fileAreas, requireFileKey } from "../platform/files/object-store.ts";
import { openFileStore, prepareFileStore } from "../platform/files/open-file-store.ts";
import { S3Objects } from "../platform/files/s3-objects.ts";
import { printFilesUrl, type S3Settings } from "../platform/files/s3-settings.ts";
import { describeFileStore, writeTemporaryFile } from "../platform/files/test-file-store.ts";
import { JobRunner } from "../platform/jobs/runner.ts";
import { sharedWorkers } from "../platform/jobs/test-workers.ts";
import { createLogger } from "../platform/logger.ts";
import { freePort } from "../testing/free-port.ts";
import { type ObjectStoreServer, startObjectStore } from "../testing/object-store.ts";
import { assertIntegrity } from "../testing/test-assert-integrity.ts";
import { createTestClient } from "../testing/test-client.ts";
import {
  formWith,
  newPerson,
  processFile,
  readDocument,
  smallPdf,
  startWorkingServer,
  uploadFile,
} from "../testing/test-documents.ts";
import { openTestLine } from "../testing/test-line.ts";
import { startTestProgram } from "../testing/test-program.ts";
import { makeTestFolder, startTestServer, type TestServer } from "../testing/test-server.ts";
import { until } from "../testing/test-waiting.ts";

setDefaultTimeout(600_000);

const hour = 3_600_000;
const unreachable = "The file store cannot be reached at the moment. Please try again later.";

let store: ObjectStoreServer;
const folders: string[] = [];
beforeAll(async () => {
  store = await startObjectStore();
});
afterAll(async () => {
  await store?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = makeTestFolder();
  folders.push(folder);
  return folder;
}

async function newBucket(): Promise<S3Settings> {
  const s3 = { ...store.newBucket(), prefix: "one/two/" };
  await new S3Objects(s3).ensureBucket();
  return s3;
}

/** A server without background work: tests run its jobs. */
async function startIdleServer(s3: S3Settings, lines: string[] = []): Promise<TestServer> {
  const write = (line: string) => lines.push(line);
  return startTestServer({
    config: { dataDir: newFolder(), s3 },
    deps: { workers: sharedWorkers(), log: createLogger("debug", { write }) },
  });
}

type Attempts = { onStart?: () => Promise<void>; onFailed?: () => Promise<void> };

/** Works until no job is left, with a clock that skips all delays. */
async function runJobs({ deps }: TestServer, { onStart, onFailed }: Attempts = {}): Promise<void> {
  let clock = deps.now();
  const handler = stampingJobHandler(deps);
  const run: typeof handler.run = async (job, signal) => {
    await onStart?.();
    try {
      await handler.run(job, signal);
    } catch (error) {
      await onFailed?.();
      throw error;
    }
  };
  await new JobRunner({
    ...deps,
    now: () => (clock += 60_000),
    handlers: { [stampingJob]: { ...handler, run } },
  }).runUntilEmpty();
}

async function listKeys({ deps }: TestServer): Promise<string[]> {
  const keys: string[] = [];
  for (const area of fileAreas)
    for await (const batch of deps.files.list(area)) keys.push(...batch.map(({ key }) => key));
  return keys;
}

const hash = (bytes: ArrayBuffer) => new Bun.CryptoHasher("sha256").update(bytes).digest("hex");

describeFileStore("a bucket", async (folder) => {
  const s3 = await newBucket();
  return openFileStore({ dataDir: folder, s3 });
});

test("the bucket refuses bytes that do not match the signed hash", async () => {
  const files = await openFileStore({ dataDir: newFolder(), s3: await newBucket() });
  const wrong = { ...writeTemporaryFile(files, "other"), sha256: writeTemporaryFile(files, "bytes").sha256 };
  await expect(files.keep(wrong, "stamped", crypto.randomUUID())).rejects.toMatchObject({
    kind: "unavailable",
  });
  expect((await Array.fromAsync(files.list("stamped"))).flat()).toEqual([]);
});

test("a server whose own clock is wrong can store and read files, even after the clock is changed", async () => {
  const files = await openFileStore({ dataDir: newFolder(), s3: await newBucket() });
  const keep = () => files.keep(writeTemporaryFile(files, "bytes"), "stamped", crypto.randomUUID());
  const realNow = Date.now();
  try {
    for (const wrongByMs of [-25 * hour, 0, 2 * hour]) {
      setSystemTime(realNow + wrongByMs);
      for (const key of await Promise.all(Array.from({ length: 5 }, keep)))
        expect(await files.find(key)).toEqual({ key, bytes: 5 });
    }
  } finally {
    setSystemTime();
  }
});

test("if the connections of one file always break, e.g. because a proxy refuses it, other files are still read and written", async () => {
  const s3 = await newBucket();
  const { hostname, port } = new URL(s3.endpoint ?? "");
  let broken = "";
  const clients: Socket[] = [];
  const proxy = createServer((client) => {
    clients.push(client);
    const gateway = connect(Number(port), hostname);
    client.on("data", (bytes) => {
      if (broken === "" || !bytes.includes(broken)) return void gateway.write(bytes);
      client.destroy();
      gateway.destroy();
    });
    gateway.on("data", (bytes) => client.write(bytes));
    for (const [one, other] of [
      [client, gateway],
      [gateway, client],
    ] as const) {
      one.on("error", () => {});
      one.on("close", () => other.destroy());
    }
  });
  const proxyPort = await freePort();
  await new Promise<void>((resolve) => proxy.listen(proxyPort, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const files = await openFileStore({ dataDir: newFolder(), s3: { ...s3, endpoint } });
  const keep = () => files.keep(writeTemporaryFile(files, "bytes"), "stamped", crypto.randomUUID());
  const key = await keep();
  broken = await keep();
  for (let time = 0; time < 3; time += 1) {
    await expect(files.find(broken)).rejects.toThrow(unreachable);
    expect(await files.find(key)).toEqual({ key, bytes: 5 });
    expect(await files.find(await keep())).toMatchObject({ bytes: 5 });
  }
  proxy.close();
  for (const client of clients) client.destroy();
});

test("two servers that create the bucket at the same moment both start, even if the store refuses the second", async () => {
  const s3 = store.newBucket();
  const { promise: isAsking, resolve: ask } = Promise.withResolvers<void>();
  const line = await openTestLine(s3.endpoint ?? "", (number) => {
    // The first request checks for the bucket, which does not exist; the second one creates it, and is delayed.
    if (number === 2) {
      line.cut();
      ask();
    }
    return true;
  });
  const files = { dataDir: newFolder(), s3 };
  // Ceph refuses to create a bucket in a region that it does not have.
  const late = prepareFileStore({
    dataDir: newFolder(),
    s3: { ...s3, endpoint: line.url.replace(/\/$/, ""), region: "another-region" },
  });
  await isAsking;
  const first = await prepareFileStore(files);
  line.mend();
  const second = await late;
  const key = await first.keep(writeTemporaryFile(first, "bytes"), "stamped", crypto.randomUUID());
  expect(await second.find(key)).toEqual({ key, bytes: 5 });
  await line.close();
});

test("a document in a bucket is stored, downloaded in full and in parts, verified, backed up and deleted as on disk", async () => {
  const [dataDir, s3] = [newFolder(), await newBucket()];
  await prepareFileStore({ dataDir, s3 });
  const server = await startWorkingServer({ config: { dataDir, s3 } });
  try {
    const person = await newPerson(server);
    const long = `${new TextDecoder().decode(smallPdf())}${"% nothing\n".repeat(300_000)}`;
    const { id } = await uploadFile(person, "long.pdf", new TextEncoder().encode(long));
    const document = await processFile(person, id);
    expect(document).toMatchObject({ status: "completed" });
    const headers = { cookie: person.cookie() };
    const url = `${server.origin}/api/documents/${id}/download`;

    const whole = await (await fetch(url, { headers })).arrayBuffer();
    expect(whole.byteLength).toBeGreaterThan(2_000_000);
    expect(hash(whole)).toBe(String(document.stampedSha256));
    for (const [range, start, end] of [
      ["bytes=0-9", 0, 10],
      ["bytes=1000000-2500000", 1_000_000, 2_500_001],
      ["bytes=-5", whole.byteLength - 5, whole.byteLength],
    ] as const) {
      const part = await fetch(url, { headers: { ...headers, range } });
      expect([range, part.status, part.headers.get("content-range")]).toEqual([
        range,
        206,
        `bytes ${start}-${end - 1}/${whole.byteLength}`,
      ]);
      expect(hash(await part.arrayBuffer())).toBe(hash(whole.slice(start, end)));
    }
    expect((await fetch(url, { headers, method: "HEAD" })).status).toBe(200);
    expect((await fetch(url, { headers: { ...headers, range: "bytes=99999999-" } })).status).toBe(416);
    for (const part of ["preview", "certificate"])
      expect((await person.get(`/api/documents/${id}/${part}`)).status).toBe(200);
    expect((await person.get("/api/ready")).body).toMatchObject({ status: "ready" });

    await assertIntegrity(dataDir, Date.now, s3);
    expect(fileAreas.filter((area) => existsSync(join(dataDir, area)))).toEqual([]);
    expect(readdirSync(join(dataDir, "tmp"))).toEqual([]);
    const [path, restored] = [join(newFolder(), "backup"), newFolder()];
    const made = await makeBackup({ dataDir, path, now: Date.now });
    expect(made).toMatchObject({ filesUrl: printFilesUrl(s3), missing: [], damaged: [] });
    expect(made.files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["attestamp.sqlite", "files-url", "keys/log.jwk"]),
    );

    await restoreBackup({ path, dataDir: restored, finish: async () => {} });
    await assertIntegrity(restored, Date.now, s3);

    expect(await listKeys(server)).toHaveLength(3);
    expect((await person.send("DELETE", `/api/documents/${id}`)).status).toBe(200);
    expect(await listKeys(server)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test("a database is refused on a bucket with other files, which the server would delete, until they are removed", async () => {
  const s3 = await newBucket();
  const server = await startIdleServer(s3);
  await requireOwnBucket(server.deps);
  await uploadFile(await newPerson(server));
  await requireOwnBucket(server.deps);

  const elsewhere = await startIdleServer(await newBucket());
  const mixed = { ...elsewhere.deps, files: server.deps.files };
  // Files of the last day may be those of a server that starts at the same moment.
  await requireOwnBucket(mixed);
  const later = { ...mixed, now: () => mixed.now() + 25 * hour };
  await expect(requireOwnBucket(later)).rejects.toThrow("delete all objects there, or choose another prefix");
  await uploadFile(await newPerson(elsewhere));
  await expect(requireOwnBucket(mixed)).rejects.toThrow("none of them belongs to a document in the database");
  for (const key of await listKeys(server)) await server.deps.files.remove(requireFileKey(key));
  await requireOwnBucket(later);
  await Promise.all([server.stop(), elsewhere.stop()]);
});

test("a database is refused on a bucket that belongs to another one, even if both are new, with the name of the owner", async () => {
  const s3 = await newBucket();
  const servers = await Promise.all([startIdleServer(s3), startIdleServer(s3)]);
  const claims = await Promise.allSettled(servers.map(({ deps }) => claimBucket(deps)));
  expect(claims.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const [owner, other] = claims[0]?.status === "fulfilled" ? servers : servers.toReversed();
  const message = `${printFilesUrl(s3)} belongs to another database, ${owner?.deps.config.dataDir} of ${owner?.origin}`;
  if (!owner || !other) throw new Error("There are two servers.");
  for (const start of [requireOwnBucket, claimBucket]) {
    await start(owner.deps);
    await expect(start(other.deps)).rejects.toThrow(message);
  }
  const program = Bun.spawn([process.execPath, join(import.meta.dir, "../main.ts"), "serve"], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: newFolder(),
      CONVERTER: "off",
      PORT: String(await freePort()),
      ANCHORS: "off",
      FILES_URL: printFilesUrl(s3),
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    },
    stderr: "pipe",
  });
  expect(await new Response(program.stderr).text()).toContain(message);
  expect(await program.exited).toBe(1);

  const { endpoint, bucket, prefix, ...credentials } = s3;
  const marker = `${endpoint}/${bucket}/${prefix}${owner.deps.files.marker?.name}`;
  await new AwsClient({ ...credentials, service: "s3" }).fetch(marker, { method: "DELETE" });
  await requireOwnBucket(other.deps);
  await claimBucket(other.deps);
  await Promise.all(servers.map((server) => server.stop()));
});

test("a container that has another host name at each start keeps its bucket, and does not rewrite who owns it", async () => {
  const [dataDir, s3] = [newFolder(), await newBucket()];
  const { marker } = new S3Objects(s3);
  const seen: (string | undefined)[] = [];
  for (const name of ["container-1", "container-2"]) {
    const port = await freePort();
    const serve = [process.execPath, join(import.meta.dir, "../main.ts"), "serve"];
    const rename = ["unshare", "--map-root-user", "--uts", "sh", "-c", 'hostname "$0" && exec "$@"', name];
    const program = Bun.spawn([...rename, ...serve], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        CONVERTER: "off",
        HOST: "127.0.0.1",
        PORT: String(port),
        ORIGIN: "https://stamps.example.org",
        LOG_LEVEL: "silent",
        ANCHORS: "off",
        FILES_URL: printFilesUrl(s3),
        S3_ENDPOINT: s3.endpoint,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
      },
      stderr: "inherit",
    });
    await until("the server accepts requests", async () => {
      const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined);
      return health?.ok ?? program.exitCode !== null;
    });
    seen.push(await marker.read());
    program.kill();
    expect(await program.exited).toBe(0);
  }
  expect(seen[0]).toContain(`"${dataDir} of https://stamps.example.org"`);
  expect(seen[1]).toBe(seen[0]);
});

test("a restored database keeps its bucket, and the outdated one is refused there", async () => {
  const [dataDir, s3] = [newFolder(), await newBucket()];
  const start = async (folder: string) => {
    await prepareFileStore({ dataDir: folder, s3 });
    return startTestServer({ config: { dataDir: folder, s3 }, deps: { workers: sharedWorkers() } });
  };
  const old = await start(dataDir);
  await uploadFile(await newPerson(old));
  await claimBucket(old.deps);
  const path = join(newFolder(), "backup");
  await makeBackup({ dataDir, path, now: Date.now });
  for (const isLatest of [true, false, false]) {
    const restored = newFolder();
    const endLog = async () =>
      void (await prepareRestored({ ...old.deps.config, dataDir: restored }, Date.now));
    await restoreBackup({ path, dataDir: restored, finish: isLatest ? async () => {} : endLog });
    const server = await start(restored);
    await requireOwnBucket(server.deps);
    await claimBucket(server.deps);
    await server.stop();
    const refused = requireOwnBucket(old.deps).then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (isLatest) expect(await refused).toBeUndefined();
    else expect(await refused).toContain(`belongs to another database, ${restored} of http://`);
  }
  await old.stop();
});

test("a server whose bucket has lost files starts, even if all are gone, and says so", async () => {
  const lines: string[] = [];
  const server = await startIdleServer(await newBucket(), lines);
  const person = await newPerson(server);
  for (let count = 0; count < 22; count += 1) await uploadFile(person);
  const keys = await listKeys(server);
  expect(keys).toHaveLength(22);
  for (const key of keys) {
    await requireOwnBucket(server.deps);
    expect(lines.join("")).not.toContain("The bucket has no file of the documents");
    await server.deps.files.remove(requireFileKey(key));
  }
  await requireOwnBucket(server.deps);
  expect(lines.join("")).toContain("The bucket has no file of the documents in the database.");
  await server.stop();
});

test("files in the bucket that belong to no document are deleted after a day; other programs' files never are", async () => {
  const server = await startIdleServer(await newBucket());
  const { deps } = server;
  const person = await newPerson(server);
  await uploadFile(person);
  await deps.files.keep(writeTemporaryFile(deps.files, "left by a crash"), "stamped", crypto.randomUUID());
  expect(await sweepFiles(deps)).toBe(0);
  expect(await sweepFiles({ ...deps, now: () => deps.now() + 25 * hour })).toBe(1);
  expect(await listKeys(server)).toHaveLength(1);
  await server.stop();
});

test("while the store is unavailable, requests get a 503 and jobs wait; when it is back, nothing is lost [threat R7]", async () => {
  const gateway = await store.newGateway();
  const lines: string[] = [];
  const server = await startIdleServer({ ...(await newBucket()), endpoint: gateway.endpoint }, lines);
  const person = await newPerson(server);
  const done = await uploadFile(person);
  await person.post(`/api/documents/${done.id}/process`);
  await runJobs(server);
  const waiting = await uploadFile(person);
  await person.post(`/api/documents/${waiting.id}/process`);

  await gateway.stop();
  const download = await person.get(`/api/documents/${done.id}/download`);
  expect([download.status, download.body.message]).toEqual([503, unreachable]);
  const upload = await person.send("POST", "/api/documents/upload", {
    body: formWith("lease.pdf", smallPdf()),
  });
  expect([upload.status, upload.body.message]).toEqual([503, unreachable]);
  expect((await person.get("/api/ready")).body).toMatchObject({ checks: { storage: "failed" } });
  const { promise: isBack, resolve } = Promise.withResolvers<void>();
  let attempts = 0;
  const work = runJobs(server, {
    async onStart() {
      attempts += 1;
      await isBack;
      if (attempts === 1) await gateway.stop();
    },
  });
  const losses = () => lines.filter((line) => line.includes("the stored files cannot be reached")).length;
  await until("the job waits", () => losses() === 1);
  expect([attempts, (await readDocument(person, waiting.id)).status]).toEqual([0, "processing"]);
  await gateway.start();
  resolve();
  await until("the job has lost the store and waits again", () => losses() === 2);
  await gateway.start();
  await work;

  expect([attempts, (await readDocument(person, waiting.id)).status]).toEqual([2, "completed"]);
  for (const { id } of [done, waiting]) {
    const answer = await fetch(`${server.origin}/api/documents/${id}/download`, {
      headers: { cookie: person.cookie() },
    });
    expect(hash(await answer.arrayBuffer())).toBe(String((await readDocument(person, id)).stampedSha256));
  }
  await uploadFile(person);
  expect(await listKeys(server)).toHaveLength(7);
  expect(readdirSync(join(server.deps.config.dataDir, "tmp"))).toEqual([]);
  await server.stop();
  await gateway.stop();
});

test("while the bucket is full, uploads get a 503 and jobs wait; once there is room, nothing is lost [threat R7]", async () => {
  const s3 = await store.newSmallBucket(2);
  await new S3Objects(s3).ensureBucket();
  const server = await startIdleServer(s3);
  const person = await newPerson(server);
  const { id } = await uploadFile(person);
  await person.post(`/api/documents/${id}/process`);
  await uploadFile(person);

  const upload = await person.send("POST", "/api/documents/upload", {
    body: formWith("lease.pdf", smallPdf()),
  });
  expect([upload.status, upload.body.message]).toEqual([
    503,
    "The file store is full. Please try again later.",
  ]);
  let failures = 0;
  await runJobs(server, {
    async onFailed() {
      failures += 1;
      expect(await listKeys(server)).toHaveLength(2);
      if (failures === 2) await store.removeLimit(s3);
    },
  });
  expect([failures, (await readDocument(person, id)).status]).toEqual([2, "completed"]);
  expect(await listKeys(server)).toHaveLength(4);
  await server.stop();
});

test("wrong credentials prevent the start with a reason, cause a 503 later, and are never logged", async () => {
  const secretAccessKey = "not-the-secret-of-this-account";
  const right = await newBucket();
  const wrong = { ...right, secretAccessKey };
  const start = prepareFileStore({ dataDir: newFolder(), s3: wrong });
  await expect(start).rejects.toThrow(
    `The bucket ${right.bucket} cannot be used: it answers 403 SignatureDoesNotMatch.`,
  );
  const unknown = { ...right, accessKeyId: "nobody" };
  await expect(prepareFileStore({ dataDir: newFolder(), s3: unknown })).rejects.toThrow("InvalidAccessKeyId");

  const lines: string[] = [];
  const server = await startIdleServer(wrong, lines);
  const person = await newPerson(server);
  const upload = await person.send("POST", "/api/documents/upload", {
    body: formWith("lease.pdf", smallPdf()),
  });
  expect([upload.status, upload.body.message]).toEqual([503, unreachable]);
  await server.stop();
  expect(lines.join("")).toContain("403 SignatureDoesNotMatch");
  expect(lines.join("")).not.toContain(secretAccessKey);
});

test("if the bucket cannot be created or does not respond, the server does not start and says why", async () => {
  const gone = { ...store.newBucket(), endpoint: `http://127.0.0.1:${await freePort()}` };
  await expect(prepareFileStore({ dataDir: newFolder(), s3: gone })).rejects.toThrow(
    `The bucket ${gone.bucket} cannot be used: `,
  );
  const others = await store.newSmallBucket(1);
  await new S3Objects(others).ensureBucket();
  const notOurs = { ...store.newBucket(), bucket: others.bucket };
  await expect(prepareFileStore({ dataDir: newFolder(), s3: notOurs })).rejects.toThrow("403 AccessDenied");
});

test("a data folder is never used with files that are somewhere else", async () => {
  const [dataDir, s3] = [newFolder(), store.newBucket()];
  await prepareFileStore({ dataDir, s3 });
  await prepareFileStore({ dataDir, s3 });
  await expect(openFileStore({ dataDir, s3: undefined })).rejects.toThrow(
    `The files of ${dataDir} are in s3://${s3.bucket}, but FILES_URL is not set.`,
  );
  await expect(openFileStore({ dataDir, s3: { ...s3, prefix: "other/" } })).rejects.toThrow(
    `but FILES_URL is s3://${s3.bucket}/other.`,
  );
  const local = newFolder();
  mkdirSync(join(local, "stamped"));
  await prepareFileStore({ dataDir: local, s3: undefined });
  writeFileSync(join(local, "stamped", crypto.randomUUID()), "a document");
  await expect(prepareFileStore({ dataDir: local, s3 })).rejects.toThrow("are in that folder, but FILES_URL");
});

test("the program creates the bucket and serves documents of 45 MB from it, and its memory does not grow with them", async () => {
  const s3 = { ...store.newBucket(), prefix: "documents/" };
  const dataDir = newFolder();
  const program = await startTestProgram({
    DATA_DIR: dataDir,
    FILES_URL: printFilesUrl(s3),
    S3_ENDPOINT: s3.endpoint ?? "",
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  try {
    const person = createTestClient(program.origin);
    await person.register();
    const read = async (id: string) => {
      const answer = await fetch(`${program.origin}/api/documents/${id}/download`, {
        headers: { cookie: person.cookie() },
      });
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of answer.body ?? []) hasher.update(chunk);
      return hasher.digest("hex");
    };
    const small = await processFile(person, (await uploadFile(person)).id);
    expect(await read(small.id)).toBe(String(small.stampedSha256));
    const before = program.residentBytes();
    const size = 45_000_000;
    const comment = new Uint8Array(size).fill(0x20);
    const bytes = new Uint8Array(await new Blob([smallPdf(), "%", comment, "\n"]).arrayBuffer());
    const large = await processFile(person, (await uploadFile(person, "large.pdf", bytes)).id);
    expect(large.status).toBe("completed");
    const hashes = await Promise.all(Array.from({ length: 4 }, () => read(large.id)));
    expect(hashes).toEqual(Array.from({ length: 4 }, () => String(large.stampedSha256)));
    expect(program.peakBytes() - before).toBeLessThan(4 * size);
  } finally {
    await program.stop();
  }
  await assertIntegrity(dataDir, Date.now, s3);
});
