import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { freePort } from "../../testing/free-port.ts";
import { childrenOf } from "../../testing/processes.ts";
import { createTestClient } from "../../testing/test-client.ts";
import { uploadFile } from "../../testing/test-documents.ts";
import { until } from "../../testing/test-waiting.ts";

setDefaultTimeout(600_000);

/** The product's own source if every user may read it; a checkout that only root can read is copied. */
const program = join(readableRoot(), "src/main.ts");
/** Bun if every user may run it; one that npx has put into root's home is copied. */
const bun = readableBun();
let folder: string;
let children: Bun.Subprocess[] = [];

beforeEach(() => {
  // Not in the folder of the tests' temporary files, which only root can read.
  folder = mkdtempSync("/var/tmp/attestamp-root-");
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ exited }) => exited));
  children = [];
  for (const [path, claimed] of readClaims()) if (claimed.startsWith(folder)) rmSync(path);
  rmSync(folder, { recursive: true, force: true });
});

/** Which users this machine's installations have, as the program records it. */
const claims = "/var/lib/attestamp-users";
function readClaims(): [path: string, dataDir: string][] {
  if (!existsSync(claims)) return [];
  return readdirSync(claims).map((name) => [join(claims, name), readFileSync(join(claims, name), "utf8")]);
}

function readableRoot(): string {
  const root = join(import.meta.dir, "../../..");
  if (isReadable(root)) return root;
  const copy = makeReadableFolder();
  for (const name of ["src", "db", "web", "node_modules", "package.json", "tsconfig.json"])
    cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  return copy;
}

function readableBun(): string {
  if (isReadable(process.execPath)) return process.execPath;
  const copy = join(makeReadableFolder(), "bun");
  cpSync(process.execPath, copy);
  return copy;
}

function isReadable(path: string): boolean {
  const asOther = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "ls", path];
  return process.getuid?.() !== 0 || Bun.spawnSync(asOther).exitCode === 0;
}

function makeReadableFolder(): string {
  const folder = mkdtempSync("/var/tmp/attestamp-program-");
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const dataDir = () => join(folder, "data");

function start(words: string[], settings: Record<string, string>, input = "") {
  const env = {
    PATH: "/usr/bin:/bin",
    HOST: "127.0.0.1",
    ANCHORS: "off",
    CONVERTER: "off",
    LOG_LEVEL: "warn",
  };
  const child = Bun.spawn([bun, program, ...words], {
    env: { ...env, ...settings },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

async function serve(settings: Record<string, string> = {}) {
  const port = await freePort();
  const child = start(["serve"], { DATA_DIR: dataDir(), PORT: String(port), ...settings });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let out = "";
  while (!out.includes(" is ready at ")) {
    const { value, done } = await lines.read();
    if (done) throw new Error(`The server did not start: ${await new Response(child.stderr).text()}`);
    out += value;
  }
  return { child, out, client: createTestClient(`http://127.0.0.1:${port}`) };
}

/** The users of all threads of a process. */
function findUsers(pid: number): Set<string> {
  const threads = readdirSync(`/proc/${pid}/task`);
  const status = (thread: string) => readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8");
  return new Set(threads.map((thread) => /^Uid:\s+(.*)$/m.exec(status(thread))?.[1] ?? ""));
}

const owners = (path: string): Set<number> =>
  new Set(
    [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))].map(
      (name) => statSync(name).uid,
    ),
  );

test("these tests run as root, since the behavior they check needs it", () => {
  expect(process.getuid?.()).toBe(0);
});

test("a server started by root changes to an ordinary user, who owns the data folder [threat F16]", async () => {
  const { child, client } = await serve();
  const [user = "", ...others] = findUsers(child.pid);
  expect(others).toEqual([]);
  const [uid = 0] = user.split("\t").map(Number);
  expect(uid).toBeGreaterThan(0);
  expect(owners(dataDir())).toEqual(new Set([uid]));
  expect((await client.register()).status).toBe(200);
});

/** Whether a user can read a file; root's groups do not count. */
function canRead(uid: number, path: string): boolean {
  const asUser = ["setpriv", `--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", "cat", path];
  return Bun.spawnSync(asUser, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
}

test("two installations that root starts have different users, and neither can read the keys of the other [threat F16]", async () => {
  const [one, other] = [dataDir(), join(folder, "other")];
  await serve();
  await serve({ DATA_DIR: other });
  const [uid, otherUid] = [statSync(one).uid, statSync(other).uid];
  expect(uid).not.toBe(otherUid);
  const keys = readdirSync(join(one, "keys")).filter((name) => /\.(jwk|key)$/.test(name));
  expect(keys.length).toBeGreaterThan(3);
  for (const name of keys) {
    const path = join(one, "keys", name);
    expect([name, canRead(uid, path), canRead(otherUid, path)]).toEqual([name, true, false]);
  }
});

test("the data folder of a checkout becomes that of the installation, whichever user checked it out [threat F16]", async () => {
  const readme = join(dataDir(), "README.md");
  mkdirSync(dataDir());
  writeFileSync(readme, "");
  chmodSync(dataDir(), 0o755);
  for (const path of [readme, dataDir()]) chownSync(path, 4321, 4321);
  const made = start(["admin", "create", "boss"], { DATA_DIR: dataDir() }, "correct horse battery staple\n");
  expect(await made.exited).toBe(0);
  const first = await serve();
  const { uid, mode } = statSync(dataDir());
  expect([0, 4321]).not.toContain(uid);
  expect(mode & 0o777).toBe(0o700);
  expect(owners(dataDir())).toEqual(new Set([uid]));
  expect((await first.client.login("boss", "correct horse battery staple")).status).toBe(200);
  await stop(first);
  // Root checks it out again.
  chownSync(readme, 0, 0);
  const second = await serve();
  expect([...findUsers(second.child.pid)]).toEqual([Array(4).fill(uid).join("\t")]);
  expect(await run(["backup", join(makeFolderOfRoot(), "backup")])).toMatchObject({ code: 0 });
});

test("an installation keeps its user after a restart, and after its folder was moved", async () => {
  await stop(await serve());
  const { uid } = statSync(dataDir());
  const moved = join(folder, "moved");
  renameSync(dataDir(), moved);
  await stop(await serve({ DATA_DIR: join(folder, "new") }));
  const again = await serve({ DATA_DIR: moved });
  expect([...findUsers(again.child.pid)]).toEqual([Array(4).fill(uid).join("\t")]);
  expect(owners(moved)).toEqual(new Set([uid]));
  expect(statSync(join(folder, "new")).uid).not.toBe(uid);
});

test("a server that root started, and everything that it starts, can gain no rights [threat F16]", async () => {
  const { child, client } = await serve();
  await client.register();
  const { id } = await uploadFile(client);
  await client.post(`/api/documents/${id}/process`);
  await until("the document is stamped", async () => {
    return (await client.get(`/api/documents/${id}`)).body.status === "completed";
  });
  const processes = [child.pid, ...descendantsOf(child.pid)];
  expect(processes.length).toBeGreaterThan(1);
  const flags = processes.flatMap((pid) =>
    readdirSync(`/proc/${pid}/task`).map(
      (thread) =>
        /^NoNewPrivs:\s+(\d)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8"))?.[1],
    ),
  );
  expect(new Set(flags)).toEqual(new Set(["1"]));
});

function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((one) => [one, ...descendantsOf(one)]);
}

test("a data folder of an earlier version, whose user others may have, works as before, and the operator is told", async () => {
  await stop(await serve());
  const former = 64_157;
  Bun.spawnSync(["chown", "-R", "-h", `${former}:${former}`, dataDir()]);
  const before = await serve();
  expect([...findUsers(before.child.pid)]).toEqual([Array(4).fill(former).join("\t")]);
  expect((await before.client.register()).status).toBe(200);
  expect(before.out).toContain(
    `belongs to user ${former}, which earlier versions gave to every installation`,
  );
  await stop(before);
  Bun.spawnSync(["chown", "-R", "-h", "root:root", dataDir()]);
  const after = await serve();
  expect(owners(dataDir()).has(former)).toBe(false);
  expect(after.out).not.toContain("belongs to user");
});

test("commands run by root leave files that the server can use", async () => {
  const first = await serve();
  first.child.kill("SIGTERM");
  await first.child.exited;
  const rotated = start(["keys", "rotate", "attestation"], { DATA_DIR: dataDir() });
  expect(await rotated.exited).toBe(0);
  const made = start(["admin", "create", "boss"], { DATA_DIR: dataDir() }, "correct horse battery staple\n");
  expect(await made.exited).toBe(0);
  expect(owners(dataDir()).has(0)).toBe(false);
  const second = await serve();
  expect((await second.client.login("boss", "correct horse battery staple")).status).toBe(200);
});

async function stop({ child }: { child: Bun.Subprocess }) {
  child.kill("SIGTERM");
  await child.exited;
}

async function run(words: string[], settings: Record<string, string> = {}) {
  const child = start(words, { DATA_DIR: dataDir(), ...settings });
  const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, said: said.join("") };
}

function makeFolderOfRoot(): string {
  const path = mkdtempSync(join(folder, "only-root-"));
  chmodSync(path, 0o700);
  return path;
}

/** Creates a server with user "boss" in a backup that only root can read. */
async function backUpBoss(): Promise<string> {
  await stop(await serve());
  const made = start(["admin", "create", "boss"], { DATA_DIR: dataDir() }, "correct horse battery staple\n");
  expect(await made.exited).toBe(0);
  const backup = join(makeFolderOfRoot(), "backup");
  expect(await run(["backup", backup])).toMatchObject({ code: 0 });
  return backup;
}

test("root makes backups in a folder that only root can enter, and leaves no files owned by root in the data folder", async () => {
  const running = await serve();
  await running.client.register();
  await uploadFile(running.client);
  const { uid } = statSync(dataDir());
  const place = makeFolderOfRoot();
  expect(await run(["backup", join(place, "first")])).toMatchObject({ code: 0 });
  await stop(running);
  const second = await run(["backup", join(place, "second"), "--like", join(place, "first")]);
  expect([second.code, second.said]).toEqual([
    0,
    expect.stringContaining(", 1 of them shared with the earlier backup"),
  ]);
  expect(owners(dataDir())).toEqual(new Set([uid]));
  expect(readdirSync(join(dataDir(), "tmp"))).toEqual([]);
  expect(owners(place)).toEqual(new Set([0]));
  expect(statSync(join(place, "second/attestamp.sqlite")).mode & 0o777).toBe(0o600);
  await serve();
});

test("a backup made by root reads the data folder as its owner", async () => {
  await stop(await serve());
  const secret = join(makeFolderOfRoot(), "secret");
  writeFileSync(secret, "for root alone");
  const { uid } = statSync(dataDir());
  mkdirSync(join(dataDir(), "notes"));
  chownSync(join(dataDir(), "notes"), uid, uid);
  const place = makeFolderOfRoot();
  const file = join(dataDir(), "notes/linked");
  linkSync(secret, file);
  expect(await run(["backup", join(place, "as-root")])).toMatchObject({ code: 0 });
  rmSync(file);
  writeFileSync(file, "unreadable", { mode: 0o000 });
  chownSync(file, uid, uid);
  expect(await run(["backup", join(place, "as-owner")])).toMatchObject({ code: 1 });
  expect(readdirSync(place)).not.toContain("as-owner");
  expect(readdirSync(join(dataDir(), "tmp"))).toEqual([]);
});

test("files restored by root belong to the server's future user, and the server starts with them", async () => {
  const backup = await backUpBoss();
  const restored = join(folder, "restored");
  for (const words of [[], ["--nothing-since"]]) {
    rmSync(restored, { recursive: true, force: true });
    expect(await run(["restore", backup, ...words], { DATA_DIR: restored })).toMatchObject({ code: 0 });
    const { uid } = statSync(restored);
    expect(uid).toBeGreaterThan(0);
    expect(owners(restored)).toEqual(new Set([uid]));
    const server = await serve({ DATA_DIR: restored });
    expect([...findUsers(server.child.pid)]).toEqual([Array(4).fill(uid).join("\t")]);
    expect((await server.client.login("boss", "correct horse battery staple")).status).toBe(200);
    await stop(server);
  }
});

test("files restored by root into a user's own empty folder belong to that user", async () => {
  const backup = await backUpBoss();
  const restored = join(folder, "restored");
  mkdirSync(join(restored, "cache/libraries"), { recursive: true });
  writeFileSync(join(restored, "cache/libraries/part.node"), "");
  chownSync(restored, 4321, 4321);
  expect(await run(["restore", backup], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(owners(restored)).toEqual(new Set([4321]));
});

test("restoring a damaged backup changes no ownership", async () => {
  const backup = await backUpBoss();
  writeFileSync(join(backup, "keys/root.pem"), "");
  const restored = join(folder, "restored");
  mkdirSync(restored);
  expect(await run(["restore", backup], { DATA_DIR: restored })).toMatchObject({ code: 1 });
  expect([statSync(restored).uid, readdirSync(restored)]).toEqual([0, []]);
});

test("root can restore where the server would stay root, and the server starts there as root", async () => {
  const backup = await backUpBoss();
  const restored = join(makeFolderOfRoot(), "restored");
  expect(await run(["restore", backup], { DATA_DIR: restored })).toMatchObject({ code: 0 });
  expect(owners(restored)).toEqual(new Set([0]));
  const { client } = await serve({ DATA_DIR: restored });
  expect((await client.login("boss", "correct horse battery staple")).status).toBe(200);
});

test("a server whose data folder only root can reach stays root, and says why", async () => {
  const hidden = mkdtempSync(join(folder, "only-root-"));
  chmodSync(hidden, 0o700);
  const { child, out, client } = await serve({ DATA_DIR: join(hidden, "data") });
  expect([...findUsers(child.pid)]).toEqual(["0\t0\t0\t0"]);
  expect((await client.register()).status).toBe(200);
  expect(out).toContain(`The server keeps running as root: an ordinary user cannot access ${hidden}`);
});

test("root's files in another user's data folder stay usable: the server stays root and prints what to do", async () => {
  const first = await serve();
  first.child.kill("SIGTERM");
  await first.child.exited;
  const { uid } = statSync(dataDir());
  chownSync(join(dataDir(), "attestamp.sqlite"), 0, 0);
  const made = start(["admin", "create", "boss"], { DATA_DIR: dataDir() }, "correct horse battery staple\n");
  expect(await made.exited).toBe(0);
  const { child, out, client } = await serve();
  expect([...findUsers(child.pid)]).toEqual(["0\t0\t0\t0"]);
  expect((await client.login("boss", "correct horse battery staple")).status).toBe(200);
  expect(out).toContain(`attestamp.sqlite belongs to root and its folder to another user`);
  expect(out).toContain(`chown -R -h ${uid}:${uid} ${dataDir()}`);
});

test("a missing backup folder is created for the user", async () => {
  const backups = join(folder, "backups");
  await serve({ BACKUP_DIR: backups });
  expect(statSync(backups).uid).toBe(statSync(dataDir()).uid);
});

test("a server that could not write its backups as another user stays root, and says why", async () => {
  const hidden = mkdtempSync(join(folder, "only-root-"));
  const { out } = await serve({ BACKUP_DIR: join(hidden, "backups") });
  expect(out).toContain(`The server keeps running as root: an ordinary user cannot access ${hidden}/backups`);
  const foreign = join(folder, "foreign");
  mkdirSync(foreign, { mode: 0o700 });
  chownSync(foreign, 1, 1);
  const other = await serve({ BACKUP_DIR: foreign, DATA_DIR: join(folder, "other") });
  expect(other.out).toContain(`cannot write to ${foreign}`);
});

test("a backup folder with other files does not change its owner", async () => {
  const backups = join(folder, "shared");
  mkdirSync(join(backups, "lost+found"), { recursive: true });
  const secret = join(backups, "shadow.bak");
  writeFileSync(secret, "for root alone", { mode: 0o600 });
  const { out } = await serve({ BACKUP_DIR: backups });
  expect(out).toContain(`The server keeps running as root: BACKUP_DIR contains ${secret}`);
  expect(statSync(secret).uid).toBe(0);
  expect(statSync(backups).uid).toBe(0);
});
