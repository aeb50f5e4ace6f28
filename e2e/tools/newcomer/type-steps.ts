import { join } from "node:path";
import { wordDocument } from "../../support/real-documents.ts";
import { writeTextPdf } from "../../support/samples.ts";
import type { Machine } from "./machine.ts";

const root = join(import.meta.dir, "../../..");

/** Types a command, as `Machine.type` does, and says so with the time it took. `asks`: the answer to what it asks. */
export async function say(machine: Machine, command: string, folder: string, asks?: string): Promise<string> {
  const started = performance.now();
  // A terminal, for what asks.
  const typed =
    asks === undefined ? command : `echo ${asks} | script --quiet --return --command '${command}' /dev/null`;
  const out = await machine.type(typed, folder);
  console.log(`$ ${command}   (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  return out;
}

/**
 * Waits until a server in the machine answers. Throws an error with what `log` returns if it ends, or takes ten
 * minutes.
 */
export async function untilHealthy(
  machine: Machine,
  origin: string,
  log: () => Promise<string>,
  hasEnded = () => false,
): Promise<void> {
  const started = performance.now();
  const curl = `${origin}/api/health`;
  const program = `process.exit((await fetch("${curl}").catch(() => undefined))?.ok ? 0 : 1)`;
  while ((await guest(machine, ["-e", program]).exited) !== 0) {
    if (hasEnded() || performance.now() - started > 600_000)
      throw new Error(`${origin} does not answer.\n${await log()}`);
    await Bun.sleep(200);
  }
  console.log(`healthy after ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs a program of Bun in the network of the machine, with certificates that no authority signed. */
export function guest(machine: Machine, words: string[]) {
  return Bun.spawn([...machine.insideNetwork, process.execPath, ...words], {
    cwd: root,
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "inherit",
  });
}

/** Stamps the files as a new account there; or checks that an earlier account has everything, and may stamp again. */
export async function visit(
  machine: Machine,
  what: "stamp" | "check" | "return",
  origin: string,
  folder: string,
  files: string[] = [],
): Promise<void> {
  const program = join(import.meta.dir, "guest.ts");
  const child = guest(machine, [program, what, origin, folder, ...files]);
  process.stdout.write(await new Response(child.stdout).text());
  if ((await child.exited) !== 0) throw new Error(`A visitor of ${origin} did not get what they came for.`);
}

/** A PDF and a Word document in the folder. */
export async function samplesIn(folder: string): Promise<string[]> {
  const pdf = join(folder, "Lease.pdf");
  await Bun.$`mkdir -p ${folder}`;
  await writeTextPdf(pdf, 3);
  return [pdf, await wordDocument(join(folder, "word"))];
}

/** Puts a clone of this repository into the machine, at a commit. Returns its folder there. */
export async function putSource(machine: Machine, commit = "HEAD"): Promise<string> {
  const folder = "/root/attestamp";
  const { stdout } = await Bun.$`git rev-parse ${commit}`.cwd(root).quiet();
  const clone = machine.path(folder);
  if (!(await Bun.file(join(clone, "package.json")).exists()))
    await Bun.$`git clone --quiet --no-checkout ${root} ${clone}`;
  await Bun.$`git checkout --quiet --detach ${stdout.toString().trim()}`.cwd(clone);
  return folder;
}
