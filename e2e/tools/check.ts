/** `bun run check`: all checks, the cheapest first. */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureTools } from "../support/tools.ts";
import { describeFailures } from "./check/describe-failures.ts";

type Tally = { passed: number; failed: number };
type Step = { name: string; command: string[]; tally: (output: string, exitCode: number) => Tally };

const passOrFail = (_output: string, exitCode: number): Tally =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Parses the runner's summary; a run that failed without a failed test counts as one failure. */
const counted =
  (passed: RegExp, failed: RegExp) =>
  (output: string, exitCode: number): Tally => {
    const tally = { passed: lastNumber(output, passed), failed: lastNumber(output, failed) };
    const silentFault = (exitCode !== 0 || tally.passed === 0) && tally.failed === 0;
    return silentFault ? { ...tally, failed: 1 } : tally;
  };

/** These need no tools, so they run while the tools are installed. */
const looks: Step[] = [
  { name: "format and lint", command: ["bunx", "biome", "ci", "--colors=off", "."], tally: passOrFail },
  { name: "types", command: ["bunx", "tsc", "--noEmit"], tally: passOrFail },
  { name: "nothing unused", command: ["bunx", "knip", "--no-progress"], tally: passOrFail },
  { name: "page and executable build", command: ["bun", "run", "build"], tally: passOrFail },
];
/**
 * These need the build. Units and browser spend much time waiting, so they run concurrently, and the tests on
 * PostgreSQL begin when the browser is done, beside the last units.
 */
const unitTests: Step = {
  name: "unit and structure tests",
  command: ["bun", "run", "test"],
  tally: counted(/^\s*(\d+) pass$/gm, /^\s*(\d+) fail$/gm),
};
const postgresTests: Step = {
  name: "tests of services on PostgreSQL",
  command: ["bun", "e2e/tools/postgres-tests.ts"],
  tally: unitTests.tally,
};
const otherDays: Step = {
  name: "tests on other days",
  command: ["bun", "e2e/tools/other-days.ts"],
  tally: passOrFail,
};
/** A second attempt, for very busy machines, is reported as flaky, never silently as passed. */
const browserTests: Step = {
  name: "browser tests",
  command: ["bunx", "--bun", "playwright", "test", "-c", "e2e/playwright.config.ts", "--retries=1"],
  tally: counted(/^\s*(\d+) passed/gm, /^\s*(\d+) failed/gm),
};
/** Programs that draw pages use every core, so only the idle server runs beside this step. */
const differential: Step = {
  name: "documents before and after stamping",
  command: ["bun", "e2e/tools/differential.ts"],
  tally: counted(/^(\d+) passed/gm, /^\d+ passed, (\d+) failed/gm),
};
/** Measures, so this step runs alone. */
const speed: Step = { name: "speed", command: ["bun", "e2e/tools/bench.ts", "quick"], tally: passOrFail };
/** An idle server, so this step runs beside others. */
const memory: Step = {
  name: "memory at rest",
  command: ["bun", "e2e/tools/bench.ts", "rest"],
  tally: passOrFail,
};

/**
 * Steps that need a container engine, systemd, Caddy or nginx are skipped if it is missing, which is reported and not
 * counted.
 */
const deployment: Step = {
  name: "image and samples for servers",
  command: ["bun", "e2e/tools/deployment.ts"],
  tally: (output, exitCode) => {
    const failed = output.match(/^failed: /gm)?.length ?? 0;
    const passed = output.match(/^passed: /gm)?.length ?? 0;
    return { passed, failed: exitCode === 0 ? failed : Math.max(1, failed) };
  },
};

const scratch = makeScratchFolder();
const total: Tally = { passed: 0, failed: 0 };
const skipped: string[] = [];
const failures: string[] = [];
try {
  const installing = Promise.allSettled([ensureTools()]);
  for (const report of await Promise.all(looks.map((step) => run(step, "afterwards")))) add(report);
  const [installed] = await installing;
  if (installed.status === "rejected") throw installed.reason;
  await Promise.all([
    run(unitTests, "at once").then(add),
    run(browserTests, "afterwards")
      .then(add)
      .then(() => run(postgresTests, "afterwards"))
      .then(add),
  ]);
  await Promise.all([
    run(memory, "afterwards").then(add),
    run(otherDays, "afterwards")
      .then(add)
      .then(() => run(differential, "afterwards"))
      .then(add),
  ]);
  add(await run(speed, "at once"));
  add(await run(deployment, "at once"));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (skipped.length > 0) console.log(`\n${skipped.join("\n")}`);
if (failures.length > 0) console.log(`\n== what failed\n${failures.join("\n\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

/**
 * Where tests create their data folders: in memory if there is enough of it, since a thousand small servers wait
 * longest for the disk. No test depends on what a power failure leaves on disk.
 */
function makeScratchFolder(): string {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize > 4 * 1024 ** 3 ? memory : tmpdir(), "attestamp-check-"));
  // PostgreSQL refuses to run as root: its own user has a folder in this one.
  chmodSync(folder, 0o711);
  return folder;
}

function add({ passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += failed;
}

/** Runs a step; its output is shown as it arrives, or all together after the step has ended. */
async function run(step: Step, seen: "at once" | "afterwards"): Promise<Tally> {
  const started = performance.now();
  const say = seen === "at once" ? (text: string) => process.stdout.write(text) : () => {};
  say(`\n== ${step.name}\n`);
  const { output, exitCode } = await readOutput(step.command, say);
  const tally = step.tally(output, exitCode);
  skipped.push(...(output.match(/^skipped: .*$/gm) ?? []));
  if (tally.failed > 0) failures.push(`-- ${step.name}\n${describeFailures(output)}`);
  if (seen === "afterwards") console.log(`\n== ${step.name}\n${output.trim()}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${step.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
  return tally;
}

async function readOutput(command: string[], say: (text: string) => void) {
  const child = Bun.spawn(command, {
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, FORCE_COLOR: "0", TMPDIR: scratch },
  });
  const [stdout, stderr] = await Promise.all([read(child.stdout, say), read(child.stderr, say)]);
  return { output: `${stdout}\n${stderr}`, exitCode: await child.exited };
}

/** The whole text of a stream, each chunk passed on as it arrives. */
async function read(stream: ReadableStream<Uint8Array>, say: (text: string) => void): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true });
    say(part);
    text += part;
  }
  return text;
}

function lastNumber(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? 0 : Number(last[1]);
}
