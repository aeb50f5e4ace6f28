import { afterEach, expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import type { StampableType } from "../../formats/file-types.ts";
import { childrenOf } from "../../testing/processes.ts";
import { until } from "../../testing/test-waiting.ts";
import { createLogger } from "../logger.ts";
import { noSandbox } from "./child-sandbox.ts";
import { longestReply, taskMessages } from "./tasks.ts";
import type { TaskLimits } from "./worker.ts";
import { type Awaited, WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

setDefaultTimeout(600_000);

const folder = realpathSync(mkdtempSync(join(tmpdir(), "attestamp-pool-")));
const pools: WorkerPool[] = [];
/** These children return their process IDs, which a sandbox would hide. */
const sandbox = () => noSandbox;

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Unless `shortTaskMs` says otherwise, no task counts as long. */
function openPool(size: number, shortTaskMs = 100_000): WorkerPool {
  const command = [process.execPath, join(import.meta.dir, "test-child.ts")];
  const folders = { temporaryFolder: tmpdir(), childrenFolder: folder, cacheFolder: folder };
  const log = createLogger("silent");
  const pool = new WorkerPool({ size, command, ...folders, log, sandbox, shortTaskMs });
  pools.push(pool);
  return pool;
}

/** Sends `wish` to a child of the pool; `bytes` in the reply is the child's process ID. */
function ask(
  pool: WorkerPool,
  wish: string,
  limits: number | Partial<TaskLimits> = 100_000,
  awaited?: Awaited,
  fileType: StampableType = "application/pdf",
) {
  const stamp = {
    productName: "",
    serialNumber: "",
    clientName: wish,
    time: 0,
    timeZone: "UTC",
    position: "top-left",
  } as const;
  return pool.run(
    "stamp",
    { input: "", output: "", fileType, sha256: "", stamp },
    { timeoutMs: 100_000, ...(typeof limits === "number" ? { timeoutMs: limits } : limits) },
    awaited,
  );
}

/** The processor time of a process so far, in clock ticks. */
function ticks(pid: number): number {
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ").slice(11) ?? [];
  return Number(user) + Number(system);
}

/** Resolves when the child is busy: an idle one never uses several ticks. */
async function untilAtWork(child: number): Promise<void> {
  const before = ticks(child);
  await until("the child is at work", () => ticks(child) > before + 3);
}

/** A process that has exited but was not waited for counts as alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("one child runs one task after the other", async () => {
  const pool = openPool(2);
  const first = await ask(pool, "work");
  expect((await ask(pool, "work")).bytes).toBe(first.bytes);
});

test("a HEIC or AVIF has a child that opens no other document, neither before nor after it [threat G9]", async () => {
  const pool = openPool(1);
  const { bytes: shared } = await ask(pool, "work");
  const alone: number[] = [];
  for (const fileType of ["image/heic", "image/heic", "image/avif"] as const)
    alone.push((await ask(pool, "work", {}, undefined, fileType)).bytes);
  expect(new Set([shared, ...alone]).size).toBe(4);
  await until("their children have ended", () => !alone.some(isAlive));
  expect((await ask(pool, "work")).bytes).toBe(shared);
});

test("an aborted task ends immediately together with its child", async () => {
  const pool = openPool(1);
  const { bytes: child } = await ask(pool, "work");
  const controller = new AbortController();
  const task = ask(pool, "hang", { timeoutMs: 100_000, signal: controller.signal });
  await untilAtWork(child);
  controller.abort(new Error("Enough."));
  await expect(task).rejects.toThrow("Enough.");
  expect((await ask(pool, "work")).bytes).not.toBe(child);
});

test("a child has a lower priority than the server, whose priority is unchanged", async () => {
  const shares = (pid: number | "self") =>
    /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, "utf8"))?.[1];
  const bySession = existsSync("/proc/self/autogroup");
  const before = bySession ? shares("self") : undefined;
  const { bytes: child } = await ask(openPool(1), "work");
  expect(getPriority(child) - getPriority()).toBe(2);
  if (!bySession) return;
  expect([shares(child), shares("self")]).toEqual(["2", before]);
});

test("short tasks share one child, until so many had to wait that another one pays off", async () => {
  const pool = openPool(2);
  const childrenFor = async (tasks: number) => {
    const all = await Promise.all(Array.from({ length: tasks }, () => ask(pool, "work")));
    return new Set(all.map(({ bytes }) => bytes)).size;
  };
  expect(await childrenFor(100)).toBe(1);
  expect(await childrenFor(200)).toBe(2);
});

test("while a task takes long, others get another child", async () => {
  const pool = openPool(2, 1);
  const { bytes: first } = await ask(pool, "work");
  const hanging = ask(pool, "hang").catch((error: Error) => error.message);
  expect((await ask(pool, "work")).bytes).not.toBe(first);
  await pool.stop();
  expect(await hanging).toBe(taskMessages.crashed.text);
});

test("as many tasks as children run at a time, the others wait for their turn [threat G7]", async () => {
  const { pool, started } = openWatchedPool(2, { shortTaskMs: 1 });
  const enough = new AbortController();
  const hanging = [{ signal: enough.signal }, {}].map((limits) =>
    ask(pool, "hang", limits).catch((error: Error) => error.message),
  );
  await until("two children are at work", () => started().length === 2);
  const waiting = ask(pool, "work");
  // Meanwhile the reserved child starts and does its task, so another one would have started, too.
  const { bytes: reserved } = await ask(pool, "work", 100_000, {});
  expect(started()).toEqual([...started().slice(0, 2), reserved]);
  enough.abort(new Error("Enough."));
  expect((await waiting).pages).toBe(1);
  expect(await hanging[0]).toBe("Enough.");
  await pool.stop();
});

test("an aborted task does not wait for its turn", async () => {
  const pool = openPool(1);
  await ask(pool, "work");
  const hanging = ask(pool, "hang").catch((error: Error) => error.message);
  const waiting = ask(pool, "work", { signal: AbortSignal.abort(new Error("Enough.")) });
  await expect(waiting).rejects.toThrow("Enough.");
  await pool.stop();
  expect(await hanging).toBe(taskMessages.crashed.text);
});

test("a child that does not get ready keeps only its own task waiting", async () => {
  const list = join(folder, `${crypto.randomUUID()}.stuck`);
  mkdirSync(folder, { recursive: true });
  const child = [process.execPath, join(import.meta.dir, "test-child.ts")];
  // The first one never gets ready.
  const command = ["/bin/sh", "-c", 'mkdir "$0" && exec sleep 1000; exec "$@"', list, ...child];
  const folders = { temporaryFolder: tmpdir(), childrenFolder: folder, cacheFolder: folder };
  const log = createLogger("silent");
  const pool = new WorkerPool({ size: 2, command, ...folders, log, sandbox, shortTaskMs: 1 });
  pools.push(pool);
  const stuck = ask(pool, "work").catch((error: Error) => error.message);
  await until("the first child is there", () => existsSync(list));
  expect((await ask(pool, "work")).pages).toBe(1);
  await pool.stop();
  expect(await stuck).toBe(taskMessages.interrupted.text);
});

test("a task that a user waits for does not wait behind documents: one child is reserved, and ends afterward", async () => {
  const pool = openPool(1);
  await ask(pool, "work");
  const hanging = ask(pool, "hang").catch((error: Error) => error.message);
  const queued = ask(pool, "work").catch((error: Error) => error.message);
  const [one, other] = await Promise.all([1, 2].map(() => ask(pool, "work", 100_000, {})));
  expect(one?.bytes).toBe(other?.bytes ?? 0);
  await until("the reserve has gone", () => !isAlive(one?.bytes ?? 0));
  await pool.stop();
  expect(await hanging).toBe(taskMessages.crashed.text);
  expect(await queued).toContain("The server is stopping");
});

test("a task that no one waits for anymore leaves the queue unstarted", async () => {
  const pool = openPool(1);
  const hanging = [1, 2].map(() => ask(pool, "hang", 400, {}).catch((error: Error) => error.message));
  const gone = new AbortController();
  const dropped = ask(pool, "work", 100_000, { signal: gone.signal }).catch((error: Error) => error.name);
  const next = ask(pool, "work", 100_000, {});
  gone.abort();
  expect(await dropped).toBe("AbortError");
  expect(await Promise.all(hanging)).toEqual([taskMessages.tooSlow.text, taskMessages.tooSlow.text]);
  expect((await next).pages).toBe(1);
});

test("a refusal reaches the caller unchanged, and the child continues", async () => {
  const pool = openPool(1);
  const before = (await ask(pool, "work")).bytes;
  await expect(ask(pool, "refuse")).rejects.toMatchObject({ kind: "unsupported", message: "No." });
  expect((await ask(pool, "work")).bytes).toBe(before);
});

test("a child that crashes fails only its own task and is replaced [threat G6] [threat R4]", async () => {
  const pool = openPool(1);
  const before = (await ask(pool, "work")).bytes;
  await expect(ask(pool, "die")).rejects.toMatchObject({
    kind: "unsupported",
    message: taskMessages.crashed.text,
  });
  expect((await ask(pool, "work")).bytes).not.toBe(before);
});

test("a child killed by the system or the operator is not blamed on the document", async () => {
  const pool = openPool(1);
  const child = (await ask(pool, "work")).bytes;
  const hanging = ask(pool, "hang").catch((error: unknown) => error);
  await untilAtWork(child);
  process.kill(child, "SIGKILL");
  expect(await hanging).toMatchObject({ kind: "unavailable", message: taskMessages.interrupted.text });
  expect((await ask(pool, "work")).bytes).not.toBe(child);
});

test("a child that does not finish is killed at the time limit [threat F11]", async () => {
  const pool = openPool(1);
  const child = (await ask(pool, "work")).bytes;
  await expect(ask(pool, "hang", 200)).rejects.toMatchObject({ message: taskMessages.tooSlow.text });
  await ask(pool, "work");
  await until("the child has ended", () => !isAlive(child));
});

test("a child that uses too much memory ends at its limit, and the server is not affected [threat F11] [threat R4]", async () => {
  const pool = openPool(1);
  await expect(ask(pool, "eat", 100_000)).rejects.toMatchObject({ message: taskMessages.crashed.text });
  expect((await ask(pool, "work")).pages).toBe(1);
});

test("a child that was taken over cannot fill the server's memory: an endless reply ends it, as a crash does [threat F16]", async () => {
  const pool = openPool(1);
  const before = (await ask(pool, "work")).bytes;
  await expect(ask(pool, "flood")).rejects.toMatchObject({
    kind: "unsupported",
    message: taskMessages.crashed.text,
  });
  await until("the child has ended", () => !isAlive(before));
  expect((await ask(pool, "work")).bytes).not.toBe(before);
});

const done = {
  contentType: "application/pdf",
  pages: 1,
  originalKept: true,
  notes: [],
  bytes: 1,
  sha256: "",
};
const lies: [string, string][] = [
  ["no JSON", "done"],
  ["nothing known", JSON.stringify({ type: "sudo" })],
  ["ready, for the second time", JSON.stringify({ type: "ready" })],
  ["a result of another task", JSON.stringify({ type: "done", output: { isPlain: true }, rss: 0 })],
  ["a result with more in it", JSON.stringify({ type: "done", output: { ...done, path: "/etc" }, rss: 0 })],
  ["a size that is no number", JSON.stringify({ type: "done", output: { ...done, bytes: "1" }, rss: 0 })],
  [
    "a type that a browser would run",
    JSON.stringify({ type: "done", output: { ...done, contentType: "text/html" }, rss: 0 }),
  ],
  [
    "a refusal of the kind that only the server decides",
    JSON.stringify({ type: "refused", kind: "payment_required", message: { code: "a", text: "b" }, rss: 0 }),
  ],
  ["a reply that is too long", JSON.stringify({ type: "failed", detail: "x".repeat(longestReply), rss: 0 })],
  ["two replies", `${JSON.stringify({ type: "done", output: done, rss: 0 })}\n`.repeat(2)],
];

test.each(lies)(
  "a child that answers with %s is ended, and another one does the next task",
  async (_, line) => {
    const pool = openPool(1);
    const { bytes: child } = await ask(pool, "work");
    const answered = await ask(pool, `say ${line}`).catch((error: Error) => error.message);
    if (line.includes("\n")) expect(answered).toMatchObject({ pages: 1 });
    else expect(answered).toBe(taskMessages.crashed.text);
    await until("the child has ended", () => !isAlive(child));
    expect((await ask(pool, "work")).bytes).not.toBe(child);
  },
);

test("a child that has grown too large gets no more tasks", async () => {
  const pool = openPool(1);
  const before = (await ask(pool, "swell")).bytes;
  expect((await ask(pool, "work")).bytes).not.toBe(before);
});

test("a child inherits nothing from the server's environment [threat G1]", async () => {
  const { notes } = await ask(openPool(1), "work");
  const [workingFolder, ...names] = notes.map(({ text }) => text);
  expect(workingFolder).toBe(realpathSync(tmpdir()));
  const known = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "PWD", "CACHE_DIR", "BUN_", "NODE_"];
  expect(names.filter((name) => !known.some((start) => name.startsWith(start)))).toEqual([]);
});

/** A pool, and the process IDs of the children it has started. */
function openWatchedPool(size: number, times: Pick<WorkerPoolOptions, "cooldownMs" | "shortTaskMs"> = {}) {
  const list = join(folder, `${crypto.randomUUID()}.started`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(list, "");
  const child = [process.execPath, join(import.meta.dir, "test-child.ts")];
  const command = ["/bin/sh", "-c", 'echo $$ >>"$0"; exec "$@"', list, ...child];
  const folders = { temporaryFolder: tmpdir(), childrenFolder: folder, cacheFolder: folder };
  const pool = new WorkerPool({
    size,
    command,
    ...folders,
    log: createLogger("silent"),
    sandbox,
    ...times,
  });
  pools.push(pool);
  return { pool, started: () => readFileSync(list, "utf8").split("\n").filter(Boolean).map(Number) };
}

test("a warm pool starts a child when work is announced, and another one after that child crashed", async () => {
  const { pool, started } = openWatchedPool(1);
  pool.keepWarm();
  pool.expectTask();
  await until("a child is there", () => started().length === 1);
  const { bytes: first } = await ask(pool, "work");
  expect(started()).toEqual([first]);
  process.kill(first, "SIGKILL");
  await until("another child is there", () => started().length === 2);
  const { bytes: second } = await ask(pool, "work");
  expect(started()).toEqual([first, second]);
});

test("a pool that is not kept warm starts no child for announced work", () => {
  const pool = openPool(1);
  const before = childrenOf(process.pid);
  pool.expectTask();
  expect(childrenOf(process.pid).filter((pid) => !before.includes(pid))).toEqual([]);
});

test("after a while without work, no child is left, and new work starts one", async () => {
  const { pool, started } = openWatchedPool(1, { cooldownMs: 1 });
  pool.keepWarm();
  const { bytes: first } = await ask(pool, "work");
  await until("the child has gone", () => !isAlive(first));
  const { bytes: second } = await ask(pool, "work");
  expect(started()).toEqual([first, second]);
});

test("a child that cannot start is a problem of the server, not of the document", async () => {
  const folders = { temporaryFolder: tmpdir(), childrenFolder: folder, cacheFolder: folder };
  const pool = new WorkerPool({
    size: 1,
    command: ["/bin/false"],
    ...folders,
    log: createLogger("silent"),
    sandbox,
  });
  pools.push(pool);
  await expect(ask(pool, "work")).rejects.toMatchObject({
    kind: "unavailable",
    cause: { message: "The child process ended while it was starting." },
  });
});

test("a pool that stops while a child is starting does not report that as a fault", async () => {
  const lines: string[] = [];
  const pool = new WorkerPool({
    size: 1,
    command: ["/bin/sleep", "600"],
    temporaryFolder: tmpdir(),
    childrenFolder: folder,
    cacheFolder: folder,
    sandbox,
    log: createLogger("warn", { write: (line) => void lines.push(line) }),
  });
  pool.keepWarm();
  pool.expectTask();
  await pool.stop();
  expect(lines).toEqual([]);
});

test("a child that could not warm up reports it to the operator, and works", async () => {
  const lines: string[] = [];
  const log = createLogger("warn", { write: (line) => void lines.push(line) });
  const command = [process.execPath, join(import.meta.dir, "test-child.ts")];
  const pool = new WorkerPool({
    size: 1,
    command,
    temporaryFolder: tmpdir(),
    childrenFolder: folder,
    cacheFolder: folder,
    log,
    sandbox,
  });
  pools.push(pool);
  expect((await ask(pool, "cold")).pages).toBe(1);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { detail: "The fonts are gone.", msg: "a child process could not warm up" },
  ]);
});

test("no child is left after the pool is stopped", async () => {
  const pool = openPool(2);
  const child = (await ask(pool, "work")).bytes;
  const hanging = ask(pool, "hang").catch((error: Error) => error.message);
  await pool.stop();
  expect(await hanging).toBe(taskMessages.crashed.text);
  expect(() => process.kill(child, 0)).toThrow();
  await expect(ask(pool, "work")).rejects.toMatchObject({ kind: "unavailable" });
});
