import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../logger.ts";
import { childSandboxes, findChildSandbox } from "./child-sandbox.ts";
import { WorkerPool } from "./worker-pool.ts";

setDefaultTimeout(600_000);

const isRoot = process.getuid?.() === 0;
const kinds = isRoot ? (["asRoot", "asUser"] as const) : (["asUser"] as const);

test("this machine has a sandbox for children, so that the tests below use a real one", () => {
  expect(findChildSandbox()).toBe(childSandboxes[isRoot ? "asRoot" : "asUser"]);
});

describe.each([...kinds])("in the sandbox for %s", (kind) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "attestamp-sandbox-")));
  const secret = join(folder, "secret");
  writeFileSync(secret, "a key", { mode: 0o644 });
  const childrenFolder = join(folder, "children");
  const cacheFolder = mkdtempSync("/dev/shm/attestamp-cache-");
  chmodSync(cacheFolder, 0o755);
  const pool = new WorkerPool({
    size: 1,
    command: [process.execPath, join(import.meta.dir, "test-sandboxed-child.ts")],
    temporaryFolder: folder,
    childrenFolder,
    cacheFolder,
    log: createLogger("silent"),
    sandbox: () => childSandboxes[kind],
  });
  afterAll(async () => {
    await pool.stop();
    rmSync(folder, { recursive: true });
    rmSync(cacheFolder, { recursive: true });
  });

  let count = 0;
  /** The outcome of the attempt, which the child wrote into its result. Rejects if there is no such file. */
  async function tries(what: string): Promise<string> {
    count += 1;
    const [input, output] = [join(folder, `input-${count}`), join(folder, `output-${count}`)];
    writeFileSync(input, "a document");
    chmodSync(input, 0o400);
    const stamp = {
      productName: "",
      serialNumber: "",
      clientName: what,
      time: 0,
      timeZone: "UTC",
      position: "top-left",
    } as const;
    const task = { input, output, fileType: "application/pdf", sha256: "", stamp } as const;
    try {
      await pool.run("stamp", task, { timeoutMs: 100_000 });
    } finally {
      expect(readFileSync(input, "utf8")).toBe("a document");
    }
    expect(statSync(output).uid).toBe(process.getuid?.() ?? -1);
    return readFileSync(output, "utf8");
  }

  test("a child reads its document, and its result belongs to the server", async () => {
    expect(await tries("read input")).toBe("a document");
    expect(await tries("change-input")).not.toBe("done");
  });

  test("a child reads the program's libraries, even if the data folder is in memory", async () => {
    const library = join(cacheFolder, "library");
    writeFileSync(library, "code");
    expect(await tries(`read ${library}`)).toBe("code");
  });

  test("a child can see only its own files: no key, no password, no other document [threat F16]", async () => {
    expect(await tries("list /")).toBe(
      ["dev", "etc", "lib", "lib64", "proc", "task", "usr", ...tops()].sort().join(" "),
    );
    for (const path of [secret, "/etc/passwd", "/etc/shadow", "/root/.ssh", "/var/log/syslog"])
      expect([path, await tries(`read ${path}`)]).toEqual([path, "ENOENT"]);
    expect(await tries("list /task/input")).toBe("file");
    expect(await tries("list /etc")).toBe("ld.so.cache");
  });

  test("a child can write only its result: no other file in any folder, and an in-memory file system in only one place", async () => {
    expect(await tries("leave treasure")).not.toBe("done");
    expect(await tries("list /task/output")).toBe("file file.pages");
    for (const folder of [
      "/",
      "/task",
      "/task/input",
      "/task/output",
      "/dev",
      "/dev/shm",
      "/tmp",
      "/usr/lib",
      "/proc",
    ])
      expect([folder, await tries(`write ${folder}/more`)]).toEqual([
        folder,
        expect.stringMatching(/^E[A-Z]+$/),
      ]);
    expect(await tries("write /task/scratch/more")).toBe("done");
    expect(await tries("space /task/scratch")).toBe(String(1024 ** 3));
  });

  test("a child cannot remove or replace its result, so that it cannot become a link", async () => {
    for (const what of ["remove", "replace", `symlink ${secret}`])
      expect([what, await tries(what)]).toEqual([what, expect.stringMatching(/^E[A-Z]+$/)]);
    await expect(tries("nothing")).rejects.toThrow("left no file");
  });

  test("a result other than the one the child reports is rejected", async () => {
    await expect(tries("lie")).rejects.toThrow("wrote a different file than it reported");
  });

  test("a child has no network, not even to this machine [threat F16]", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    expect(await tries(`connect ${port}`)).toBe("unreachable");
    server.close();
  });

  test("a child has no capability, cannot gain one, and runs as an unprivileged user [threat F16]", async () => {
    const status = await tries("status");
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapAmb", "CapBnd"])
      expect(status).toMatch(new RegExp(`^${set}:\\s+0+$`, "m"));
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(status).toMatch(/^Seccomp:\s+2$/m);
    expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m);
  });

  test("a child cannot observe other processes, create namespaces, or mount [threat F16]", async () => {
    const calls =
      process.arch === "x64"
        ? { ptrace: 101, unshare: 272, mount: 165 }
        : { ptrace: 117, unshare: 97, mount: 40 };
    for (const [name, number] of Object.entries(calls))
      expect([name, await tries(`system-call ${number}`)]).toEqual([name, "-1"]);
  });

  test("a child cannot get a lease on its files, which would make the server wait for it [threat F16]", async () => {
    for (const file of ["input", "output"])
      expect([file, await tries(`lease ${file}`)]).toEqual([file, "-1"]);
  });

  test("nothing of a child is left after it exits", async () => {
    await tries("read input");
    expect(readdirSync(childrenFolder)).not.toEqual([]);
    await pool.stop();
    expect(readdirSync(childrenFolder)).toEqual([]);
  });
});

/** The top-level folders that contain the program and its cache. */
function tops(): string[] {
  const paths = [process.execPath, import.meta.dir, "/lib32"];
  const known = ["dev", "etc", "lib", "lib64", "proc", "task", "usr"];
  return [...new Set(paths.filter(existsSync).map((path) => path.split("/")[1] ?? ""))].filter(
    (name) => !known.includes(name),
  );
}
