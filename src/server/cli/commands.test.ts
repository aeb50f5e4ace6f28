import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, sqliteOf } from "../../../db/client.ts";
import { lockDataFolder } from "../../../db/data-folder.ts";
import { openDatabaseIn } from "../../../db/open.ts";
import { programTitle } from "../../program-info.ts";
import { freePort } from "../../testing/free-port.ts";
import { createTestClient } from "../../testing/test-client.ts";

const program = join(import.meta.dir, "../../main.ts");
let folder: string;
let children: Bun.Subprocess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "attestamp-test-"));
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ exited }) => exited));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { code: number; out: string; err: string };

/** The program as its operator starts it, in any folder and with only these settings. */
function start(words: string[], settings: Record<string, string> = {}, input = "") {
  const env = {
    PATH: "/usr/bin:/bin",
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    ANCHORS: "off",
    CONVERTER: "off",
    LOG_LEVEL: "warn",
  };
  const child = Bun.spawn([process.execPath, program, ...words], {
    cwd: folder,
    env: { ...env, ...settings },
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "pipe",
  });
  children.push(child);
  return child;
}

async function run(words: string[], settings: Record<string, string> = {}, input = ""): Promise<Ended> {
  const child = start(words, settings, input);
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out: out.trim(), err: err.trim() };
}

async function serve(port: number, settings: Record<string, string> = {}) {
  const child = start(["serve"], { PORT: String(port), ...settings });
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let out = "";
  while (!out.includes(" is ready at ")) {
    const { value, done } = await lines.read();
    if (done) throw new Error(`The server did not start: ${await new Response(child.stderr).text()}`);
    out += value;
  }
  return { child, out, client: createTestClient(`http://127.0.0.1:${port}`) };
}

test("the first start says how to become administrator, and who can reach the server", async () => {
  const port = await freePort();
  const open = await serve(port, { HOST: "0.0.0.0" });
  expect(open.out).toContain("accepts connections from the network (HOST=0.0.0.0)");
  expect(open.out).toContain(
    "There is no administrator yet. To create one, run: bun src/main.ts admin create NAME",
  );
  open.child.kill("SIGTERM");
  await open.child.exited;
  await run(["admin", "create", "boss"], {}, "correct horse battery staple\n");
  const local = await serve(port);
  expect(local.out).toContain(`Attestamp is ready at http://localhost:${port}\n`);
  for (const hint of ["from the network", "no administrator"]) expect(local.out).not.toContain(hint);
  expect(local.out).toContain("Set TRIAL_DOCUMENTS=unlimited if only your own people have accounts.");
});

test("the start says where the head of the log goes, and how to change that; with ANCHORS=off it goes nowhere", async () => {
  const port = await freePort();
  const list = "calendar http://localhost:9,authority http://127.0.0.1:9/tsa,explorer http://127.0.0.1:9/api";
  const open = await serve(port, { ANCHORS: list });
  expect(open.out).toContain(
    "the hash of its head goes to 127.0.0.1:9 and localhost:9. See ANCHORS in docs/settings.md.",
  );
  open.child.kill("SIGTERM");
  await open.child.exited;
  expect((await serve(port)).out).not.toContain("ANCHORS");
});

test("the server prints its address, keeps its data across a restart, and stops gracefully", async () => {
  const port = await freePort();
  const first = await serve(port);
  expect(first.out).toContain(`Attestamp is ready at http://localhost:${port}`);
  expect((await first.client.register()).status).toBe(200);
  first.child.kill("SIGTERM");
  expect(await first.child.exited).toBe(0);
  const second = await serve(port);
  expect((await second.client.login("jane")).status).toBe(200);
  second.child.kill("SIGINT");
  expect(await second.child.exited).toBe(0);
}, 600_000);

test("a killed server starts again, and everyone stays signed in", async () => {
  const port = await freePort();
  const first = await serve(port);
  await first.client.register();
  first.child.kill("SIGKILL");
  await first.child.exited;
  const second = await serve(port);
  const again = createTestClient(`http://127.0.0.1:${port}`, first.client.cookie());
  expect((await again.get("/api/auth/me")).body.username).toBe("jane");
  second.child.kill("SIGTERM");
  await second.child.exited;
}, 600_000);

test("a second server on one data folder refuses to start [threat R21]", async () => {
  const first = await serve(await freePort());
  const second = await run(["serve"], { PORT: String(await freePort()) });
  expect([second.code, second.err]).toEqual([
    1,
    `Another server is already running on the data folder ${folder}.`,
  ]);
  expect((await first.client.get("/api/health")).status).toBe(200);
}, 600_000);

test("a port in use is reported in one sentence", async () => {
  const port = await freePort();
  await serve(port);
  const other = mkdtempSync(join(tmpdir(), "attestamp-test-"));
  const second = await run(["serve"], { PORT: String(port), DATA_DIR: other });
  rmSync(other, { recursive: true });
  expect([second.code, second.err]).toEqual([
    1,
    `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`,
  ]);
}, 600_000);

test("the server does not start with a damaged database, and does not change it [threat R12]", async () => {
  await run(["admin", "create", "boss"]);
  const path = join(folder, "attestamp.sqlite");
  truncateSync(path, Math.floor(statSync(path).size / 2));
  const before = readFileSync(path);
  const { code, err } = await run(["serve"]);
  expect(code).toBe(1);
  expect(err).toStartWith("The database is damaged");
  expect(readFileSync(path).equals(before)).toBe(true);
}, 600_000);

test("all invalid settings are reported together", async () => {
  const { code, err } = await run(["serve"], {
    PORT: "many",
    CREDITS: "free",
    ADMIN_PASSWORD_FILE: "/nowhere",
  });
  expect(code).toBe(1);
  expect(err).toMatch(
    /^These settings cannot be used:\n {2}ADMIN_PASSWORD_FILE: .*\n {2}PORT: .*\n {2}CREDITS: /,
  );
  expect(err).not.toContain("    at ");
});

test("a data folder that cannot be created is reported in one sentence [threat R22]", async () => {
  writeFileSync(join(folder, "file"), "");
  const { code, err } = await run(["serve"], { DATA_DIR: join(folder, "file/data") });
  expect(code).toBe(1);
  expect(err).toMatch(/^The data folder .* cannot be created: .*$/);
});

test("the operator creates an administrator with a piped or a generated password", async () => {
  const piped = await run(["admin", "create", "boss"], {}, "correct horse\n");
  expect([piped.code, piped.out]).toEqual([0, "boss was created with administrator rights."]);
  const generated = await run(["admin", "reset-password", "boss"]);
  const [, password = ""] = generated.out.split("Password: ");
  expect(password).toHaveLength(20);
  const server = await serve(await freePort());
  expect((await server.client.login("boss", password)).status).toBe(200);
  expect((await server.client.get("/api/auth/me")).body.isAdmin).toBe(true);
}, 600_000);

test("while a server of another version is running, every command refuses to use its tables", async () => {
  const db = await openDatabaseIn(folder);
  const newest = "(SELECT max(created_at) FROM __drizzle_migrations)";
  sqliteOf(db).exec(`DELETE FROM __drizzle_migrations WHERE created_at = ${newest}`);
  const applied = () => sqliteOf(db).prepare("SELECT count(*) FROM __drizzle_migrations").pluck().get();
  const before = applied();
  const unlock = lockDataFolder(folder);
  for (const words of [
    ["admin", "promote", "boss"],
    ["mail", "test", "ann@example.org"],
  ]) {
    expect(await run(words)).toMatchObject({
      code: 1,
      err: `A server of another version is running on the data folder ${folder}. Please stop it first, or use the same version.`,
    });
  }
  for (const words of [
    ["mail", "list"],
    ["jobs", "list"],
  ]) {
    const { code, err } = await run(words);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("is from another version. Please start the server"),
    ]);
  }
  unlock();
  expect([applied(), readdirSync(folder).filter((name) => name.includes("before"))]).toEqual([before, []]);
  await closeDatabase(db);
}, 600_000);

test("the program prints its version, its license and those of the software in it", async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dir, "../../../package.json"), "utf8"));
  expect(await run(["--version"])).toEqual({ code: 0, out: `Attestamp ${version}`, err: "" });
  expect(await run(["version"])).toEqual({ code: 0, out: programTitle(), err: "" });
  const { code, out, err } = await run(["licenses"]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("AGPL-3.0-only");
  expect(out).toMatch(/^hono \d+\.\d+\.\d+ \(MIT\)$/m);
}, 120_000);

test("a command for existing data creates no data folder if DATA_DIR is mistyped", async () => {
  const mistyped = join(folder, "mistyped");
  for (const command of ["clock accept", "admin promote boss", "admin reset-password boss", "jobs list"]) {
    expect(await run(command.split(" "), { DATA_DIR: mistyped })).toMatchObject({
      code: 1,
      err: `${mistyped} is not a data folder: there is no attestamp.sqlite.`,
    });
    expect(existsSync(mistyped)).toBe(false);
  }
}, 600_000);

test("a command that fails prints one sentence", async () => {
  expect(await run(["admin", "create", "boss"])).toMatchObject({ code: 0 });
  expect(await run(["admin", "promote", "nobody"])).toMatchObject({
    code: 1,
    err: "There is no account named nobody.",
  });
}, 600_000);
