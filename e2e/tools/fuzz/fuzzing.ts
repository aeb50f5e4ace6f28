import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { descendantsOf, isAlive } from "../../../src/testing/processes.ts";
import { type Product, startProduct } from "../../support/product.ts";
import type { Document } from "./documents.ts";
import { Driver, type Outcome } from "./drive.ts";
import { mutate } from "./mutate.ts";
import { randomFrom } from "./random.ts";

/** One mutant: the file that was sent, and its outcome. */
export type Trial = { number: number; kind: string; path: string; outcome: Outcome; ms: number };

const atOnce = 4;
/** The share of documents that may crash; among 1,000 mutants of small documents, at most one did. */
const maxCrashes = 0.01;
/** The maximum number of working children, and the reserved one. */
const maxChildren = Math.max(2, availableParallelism()) + 1;

/** The number of mutants of each kind by outcome. */
export type Counts = Map<string, Record<Outcome["is"], number>>;

/** The input of `fuzz`. Mutants are numbered; the same number of the same documents is always the same mutant. */
export type Plan = {
  documents: Document[];
  first: number;
  count: number;
  /** An empty folder in which failed mutants are kept. */
  folder: string;
  settings?: Record<string, string>;
  onTrial?: (trial: Trial) => void;
};

/** Sends mutants through a server and returns a line for each error. */
export async function fuzz(plan: Plan): Promise<string[]> {
  const temporary = join(plan.folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  // The converter runs as `nobody`, and uses a folder below this one.
  chmodSync(plan.folder, 0o711);
  chmodSync(temporary, 0o711);
  const product = await startProduct({ TMPDIR: temporary, ...plan.settings });
  const trials: Trial[] = [];
  let faults: string[];
  let children: number[];
  try {
    await Promise.all(Array.from({ length: atOnce }, (_, at) => driveEach(product, plan, at, trials)));
    faults = [
      ...trials.flatMap(describeFault),
      ...tooManyCrashes(trials),
      ...(await leftBehind(product, trials)),
      ...(await leftAtWork(product)),
    ];
    children = descendantsOf(product.pid);
  } finally {
    await product.stop();
  }
  return [
    ...faults,
    ...(await outliving(children)),
    ...left("the system's folder for temporary files", temporary),
  ];
}

/** Every `atOnce`th mutant, starting with the one at `at`. */
async function driveEach({ origin }: Product, plan: Plan, at: number, trials: Trial[]): Promise<void> {
  const driver = new Driver(origin);
  for (let number = plan.first + at; number < plan.first + plan.count; number += atOnce) {
    const random = randomFrom(number);
    const document = plan.documents[random(plan.documents.length)];
    if (document === undefined) throw new Error("There are no documents to make mutants of.");
    const path = join(plan.folder, `${number}.${document.kind}`);
    writeFileSync(path, mutate(document.bytes, random));
    const started = performance.now();
    const outcome = await driver.drive(path);
    const trial = { number, kind: document.kind, path, outcome, ms: performance.now() - started };
    if (outcome.is !== "fault" && outcome.is !== "crashed") rmSync(path);
    trials.push(trial);
    plan.onTrial?.(trial);
  }
}

const describeFault = ({ path, outcome }: Trial) =>
  outcome.is === "fault" ? [`${path}: ${outcome.says}`] : [];

/** Some documents crash children, at no further cost. If many do, something has become worse. */
function tooManyCrashes(trials: Trial[]): string[] {
  const crashes = trials.filter(({ outcome }) => outcome.is === "crashed").length;
  const most = Math.max(2, Math.ceil(trials.length * maxCrashes));
  return crashes > most ? [`${crashes} of ${trials.length} documents crashed a child; ${most} may`] : [];
}

/**
 * Processes of an idle server beyond the expected ones: one waiting child, one reserve child, and one LibreOffice,
 * which is a handful of processes. Processes that are just ending get some time.
 */
async function leftAtWork({ pid }: Product): Promise<string[]> {
  const commands = () => descendantsOf(pid).filter(isAlive).map(readCommand);
  const surplus = () => [
    ...commands().filter(isChild).slice(maxChildren),
    ...commands()
      .filter(isOffice)
      .slice(availableParallelism() + 1),
  ];
  for (let waited = 0; waited < 60_000 && surplus().length > 0; waited += 100) await Bun.sleep(100);
  return surplus().map((command) => `left running beside an idle server: ${command}`);
}

/** Not the sandbox around it, whose arguments end in the same way. */
const isChild = (command: string) => / work\s*$/.test(command) && !/^\S*bwrap\s/.test(command);
/** LibreOffice itself, not its wrappers, which have its name among their arguments. */
const isOffice = (command: string) => /^\S*soffice\.bin\s/.test(command);

/**
 * Files that must not be left in a data folder at the end: partial files, and stored ones that belong to no document.
 */
async function leftBehind({ origin, dataDir }: Product, trials: Trial[]): Promise<string[]> {
  const health = await fetch(`${origin}/api/ready`).catch(() => undefined);
  const taken = trials.filter(({ outcome }) => outcome.is !== "refused").length;
  const completed = trials.filter(({ outcome }) => outcome.is === "completed").length;
  const kept = { originals: taken, stamped: completed, certificates: completed };
  return [
    ...(health?.ok ? [] : ["the server is not ready anymore"]),
    ...left("tmp", join(dataDir, "tmp")),
    ...Object.entries(kept).flatMap(([area, count]) => {
      const files = readdirSync(join(dataDir, area)).length;
      return files === count ? [] : [`${files} ${area} are kept, of ${count} documents`];
    }),
  ];
}

const left = (where: string, folder: string) =>
  readdirSync(folder).map((name) => `${name} is left in ${where}`);

/** Processes that still run although their server has ended; those that are being killed get a moment. */
async function outliving(children: number[]): Promise<string[]> {
  for (let waited = 0; waited < 60_000 && children.some(isAlive); waited += 50) await Bun.sleep(50);
  return children.filter(isAlive).map((pid) => `process ${pid} outlives the server: ${readCommand(pid)}`);
}

/** Empty for a process that has ended. */
function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** The outcomes of the mutants by kind. */
export function countOutcomes(trials: Trial[]): Counts {
  const counts: Counts = new Map();
  for (const { kind, outcome } of trials) {
    const row = counts.get(kind) ?? { completed: 0, refused: 0, error: 0, crashed: 0, fault: 0 };
    row[outcome.is] += 1;
    counts.set(kind, row);
  }
  return counts;
}
