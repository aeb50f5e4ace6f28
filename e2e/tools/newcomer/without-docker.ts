import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Left, Machine } from "./machine.ts";
import { putSource, samplesIn, say, untilHealthy, visit } from "./type-steps.ts";
import { stepsOf } from "./walk.ts";

const root = join(import.meta.dir, "../../..");
const origin = "http://localhost:3000";

/** "A release": a signed archive of this commit is downloaded, checked, unpacked and started. */
export async function tryRelease(machine: Machine, folder: string): Promise<void> {
  const version = await putDownload(machine);
  let place = "/root/downloads";
  let server: Left | undefined;
  await machine.type("apt-get update && apt-get install minisign");
  for (const { command, isLeft, asks } of stepsOf("## A release", { VERSION: version })) {
    if (command.startsWith("cd ")) place = join(place, command.slice(3));
    else if (isLeft) {
      server = await leaveServer(machine, command, place);
    } else console.log((await say(machine, command, place, asks)).trim());
  }
  const [pdf = ""] = await samplesIn(folder);
  await visit(machine, "stamp", origin, folder, [pdf]);
  await server?.end();
}

/** "From source": with the Bun that runs this, in a clone. */
export async function trySource(machine: Machine, folder: string): Promise<void> {
  const place = await putSource(machine);
  copyFileSync(process.execPath, machine.path("/usr/local/bin/bun"));
  const certificates = "/etc/ssl/certs/ca-certificates.crt";
  mkdirSync(machine.path("/etc/ssl/certs"), { recursive: true });
  copyFileSync(certificates, machine.path(certificates));
  const [step] = stepsOf("## From source");
  if (!step) throw new Error("The page has no command for this.");
  const server = await leaveServer(machine, step.command, place);
  const [pdf = ""] = await samplesIn(folder);
  await visit(machine, "stamp", origin, folder, [pdf]);
  await server.end();
}

async function leaveServer(machine: Machine, command: string, place: string): Promise<Left> {
  const server = machine.leave("server", command, place);
  console.log(`$ ${command} &`);
  await untilHealthy(machine, origin, () => machine.type("cat /var/log/server"), server.hasEnded);
  return server;
}

/** Builds the archive for this kind of machine, with a key made for it, and returns its version. */
export async function putDownload(machine: Machine): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "attestamp-key-"));
  const [secret, open] = [join(folder, "secret.key"), join(folder, "minisign.pub")];
  try {
    await Bun.$`minisign -G -W -s ${secret} -p ${open}`.quiet();
    const env = { ...process.env, MINISIGN_SECRET_KEY: readFileSync(secret, "utf8") };
    await Bun.$`${process.execPath} run release --here`.cwd(root).env(env).quiet();
    const downloads = machine.path("/root/downloads");
    mkdirSync(downloads);
    const { version }: { version: string } = await Bun.file(join(root, "package.json")).json();
    const names = ["SHA256SUMS", "SHA256SUMS.minisig", `attestamp-${version}-linux-x64.tar.gz`];
    for (const name of names) copyFileSync(join(root, "dist/release", name), join(downloads, name));
    copyFileSync(open, join(downloads, "minisign.pub"));
    chmodSync(downloads, 0o755);
    return version;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
