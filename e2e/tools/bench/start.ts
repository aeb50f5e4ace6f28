import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../../src/testing/free-port.ts";
import { descendantsOf, rssMb } from "../../../src/testing/processes.ts";
import { compare, type Row } from "./table.ts";

const executable = join(import.meta.dir, "../../../dist/attestamp");
const emptyRoute = join(import.meta.dir, "empty-route.ts");
const rounds = 4;
/** In processor time, the minimum of several starts: 18 was measured on a very busy machine. */
const maxTimesEmpty = 40;
const maxMbAtRest = 120;
const restWithinMs = 300_000;
const answerWithinMs = 300_000;

/** The executable's processor time until its first answer with an empty folder. */
export async function measureStart(scratch: string): Promise<Row> {
  const [ours, empty]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await workUntilAnswer(startEmptyRoute));
    ours.push(await workUntilAnswer(() => startExecutable(scratch)));
  }
  const what = "executable: processor time to first answer";
  return compare(what, Math.min(...ours), "an empty route", Math.min(...empty), maxTimesEmpty);
}

type Started = { child: Bun.Subprocess; address: string };

async function startExecutable(scratch: string): Promise<Started> {
  if (!existsSync(executable)) throw new Error("There is no dist/attestamp. Please run: bun run build");
  const [folder, port] = [mkdtempSync(join(scratch, "start-")), await freePort()];
  const settings = {
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: folder,
    ANCHORS: "off",
    CONVERTER: "off",
  };
  const child = Bun.spawn([executable, "serve"], { env: settings, stdout: "ignore", stderr: "inherit" });
  return { child, address: `http://127.0.0.1:${port}/api/health` };
}

async function startEmptyRoute(): Promise<Started> {
  const child = Bun.spawn([process.execPath, emptyRoute], { stdout: "pipe", stderr: "inherit" });
  const { value } = await child.stdout.getReader().read();
  return { child, address: `${new TextDecoder().decode(value).trim()}/` };
}

/** Milliseconds of processor time, all threads together. */
async function workUntilAnswer(start: () => Promise<Started>): Promise<number> {
  const { child, address } = await start();
  await firstAnswer(child, address);
  child.kill("SIGKILL");
  await child.exited;
  return Number(child.resourceUsage()?.cpuTime.total ?? Number.NaN) / 1000;
}

async function firstAnswer(child: Bun.Subprocess, address: string): Promise<void> {
  const signal = AbortSignal.timeout(answerWithinMs);
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(address, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    if (signal.aborted) {
      child.kill("SIGKILL");
      throw new Error(`Nothing answered at ${address} within ${answerWithinMs / 1000} seconds.`);
    }
    await Bun.sleep(3);
  }
  throw new Error(`What should answer at ${address} ended with ${child.signalCode ?? child.exitCode}.`);
}

/**
 * The memory of the executable and its children when idle, with an empty folder: the minimum measured before the limit
 * was reached, since right after the start there is still garbage.
 */
export async function measureRest(scratch: string): Promise<Row> {
  const { child, address } = await startExecutable(scratch);
  await firstAnswer(child, address);
  const family = () => [child.pid, ...descendantsOf(child.pid)].map(rssMb).reduce((sum, one) => sum + one, 0);
  const until = performance.now() + restWithinMs;
  let megabytes = Number.POSITIVE_INFINITY;
  do {
    await Bun.sleep(500);
    megabytes = Math.min(megabytes, family());
  } while (megabytes > maxMbAtRest && performance.now() < until);
  child.kill("SIGKILL");
  await child.exited;
  return {
    what: "executable at rest, RSS with its children",
    ours: `${megabytes.toFixed(0)} MB`,
    peer: "",
    ratio: "",
    limit: `≤ ${maxMbAtRest}`,
    holds: megabytes <= maxMbAtRest,
  };
}
