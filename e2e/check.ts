/** `bun run check`: everything that must hold, in the order in which a fault is cheapest to see. */
import { ensureTools } from "./support/tools.ts";

type Tally = { passed: number; failed: number };
type Step = { name: string; command: string[]; tally: (output: string, exitCode: number) => Tally };

const passOrFail = (_output: string, exitCode: number): Tally =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

/** Reads the runner's own closing lines; a run that failed without naming a failed test counts as one failure. */
const counted =
  (passed: RegExp, failed: RegExp) =>
  (output: string, exitCode: number): Tally => {
    const tally = { passed: lastNumber(output, passed), failed: lastNumber(output, failed) };
    const silentFault = (exitCode !== 0 || tally.passed === 0) && tally.failed === 0;
    return silentFault ? { ...tally, failed: 1 } : tally;
  };

const steps: Step[] = [
  { name: "format and lint", command: ["bunx", "biome", "ci", "--colors=off", "."], tally: passOrFail },
  { name: "types", command: ["bunx", "tsc", "--noEmit"], tally: passOrFail },
  { name: "nothing unused", command: ["bunx", "knip", "--no-progress"], tally: passOrFail },
  { name: "page and executable build", command: ["bun", "run", "build"], tally: passOrFail },
  {
    name: "unit and structure tests",
    command: ["bun", "run", "test"],
    tally: counted(/^\s*(\d+) pass$/gm, /^\s*(\d+) fail$/gm),
  },
  {
    name: "browser tests",
    command: ["bunx", "--bun", "playwright", "test", "-c", "e2e/playwright.config.ts"],
    tally: counted(/^\s*(\d+) passed/gm, /^\s*(\d+) failed/gm),
  },
  { name: "speed", command: ["bun", "e2e/bench.ts", "quick"], tally: passOrFail },
];

await ensureTools();
const total: Tally = { passed: 0, failed: 0 };
for (const step of steps) {
  const started = performance.now();
  console.log(`\n== ${step.name}`);
  const { output, exitCode } = await runStep(step.command);
  const tally = step.tally(output, exitCode);
  total.passed += tally.passed;
  total.failed += tally.failed;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${step.name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function runStep(command: string[]): Promise<{ output: string; exitCode: number }> {
  const child = Bun.spawn(command, {
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, FORCE_COLOR: "0" },
  });
  const [stdout, stderr] = await Promise.all([echo(child.stdout), echo(child.stderr)]);
  return { output: `${stdout}\n${stderr}`, exitCode: await child.exited };
}

/** Passes a stream on to the console while keeping its text. */
async function echo(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    process.stdout.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function lastNumber(text: string, pattern: RegExp): number {
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? 0 : Number(last[1]);
}
