/**
 * `bun run test:days [--every] [FILE…]`: runs tests with another clock and time zone, so that none of them depends on
 * the day or the place of the person who runs them: on the first of the days below, or on every one of them. Without
 * files, it runs those whose code compares times the most.
 *
 * libfaketime moves the clock of every process, also of those that are started with an environment of their own: it is
 * named in /etc/ld.so.preload of a mount namespace that only these processes see. Files keep the times of the real
 * clock, so tests that compare the age of files with the clock cannot be run this way.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureTools } from "../support/tools.ts";

type Day = { why: string; start: string; zone: string };

/** The time of day leaves hours until the day ends, in the zone that the tests see as local. */
const days: [Day, ...Day[]] = [
  {
    why: "after the end of 32-bit times, a leap day at the end of a month, and another day than in UTC",
    start: "2040-02-29T01:00:00+14:00",
    zone: "Pacific/Kiritimati",
  },
  {
    why: "a leap day, in a zone with half an hour",
    start: "2028-02-29T01:00:00-03:30",
    zone: "America/St_Johns",
  },
  { why: "the last day of a month and a year", start: "2027-12-31T12:00:00Z", zone: "UTC" },
];

const { values, positionals: files } = parseArgs({
  options: { every: { type: "boolean" } },
  allowPositionals: true,
});
const timed = [
  "src/evidence/c2pa",
  "src/evidence/pades",
  "src/evidence/seal",
  "src/evidence/tsp",
  "src/evidence/x509",
  "src/features/accounts",
  "src/features/billing",
  "src/issuing/tsa",
];
const tests = files.length > 0 ? files : timed;

const libraries = ["x86_64", "aarch64"].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
);

await ensureTools();
const library = libraries.find((path) => existsSync(path));
if (library === undefined) throw new Error("The Debian package libfaketime is not installed.");
let failed = 0;
for (const day of values.every ? days : [days[0]]) {
  console.log(`\n-- ${day.start}, ${day.zone}: ${day.why}`);
  if ((await runOn(day, library)) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

/** Runs the tests in a mount namespace in which the clock begins at `start`; returns their exit code. */
async function runOn({ start, zone }: Day, library: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-days-"));
  const [upper, work] = [join(folder, "upper"), join(folder, "work")];
  for (const path of [upper, work]) mkdirSync(path);
  const ahead = Math.round((Date.parse(start) - Date.now()) / 1000);
  try {
    const script = [
      `mount -t overlay overlay -o "lowerdir=/etc,upperdir=$1,workdir=$2" /etc`,
      `printf '%s\\n' "$3" > /etc/faketimerc`,
      `printf '%s\\n' "$4" > /etc/ld.so.preload`,
      "shift 4",
      'exec "$@"',
    ].join(" && ");
    const asRoot = process.getuid?.() === 0 ? [] : ["--map-root-user"];
    const command = ["bun", "test", "--timeout", "600000", "--parallel=3", "--no-isolate", ...tests];
    const seconds = `${ahead < 0 ? "" : "+"}${ahead}`;
    const child = Bun.spawn(
      ["unshare", "--mount", ...asRoot, "sh", "-c", script, "sh", upper, work, seconds, library, ...command],
      {
        env: { ...process.env, TZ: zone, FAKETIME_DONT_FAKE_MONOTONIC: "1", DONT_FAKE_MONOTONIC: "1" },
        stdout: "inherit",
        stderr: "inherit",
      },
    );
    return await child.exited;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
