/**
 * `bun run newcomer [PART…] [--keep]`: walks docs/install.md from nothing on a Debian of its own, made by debootstrap,
 * in namespaces of this machine. Commands are typed as the page writes them; walk.ts says which are left out. The
 * parts: `release`, `source`, `docker` (with an upgrade from the oldest release), `cluster`, `catalogs` (Coolify,
 * CapRover), `proxmox`. Needs root, debootstrap, slirp4netns and minisign; the first run takes a minute longer, for
 * Debian itself. Prints `passed` or `failed` for
 * each part, and keeps the files of a failed one with --keep.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { tryCatalogs } from "./newcomer/catalogs.ts";
import { tryCluster } from "./newcomer/cluster.ts";
import { tryDocker } from "./newcomer/docker.ts";
import { Machine } from "./newcomer/machine.ts";
import { tryProxmox } from "./newcomer/proxmox.ts";
import { tryRelease, trySource } from "./newcomer/without-docker.ts";

const parts = {
  release: tryRelease,
  source: trySource,
  docker: tryDocker,
  cluster: tryCluster,
  catalogs: tryCatalogs,
  proxmox: tryProxmox,
};
type Part = keyof typeof parts;
const isPart = (name: string): name is Part => name in parts;

const { values, positionals } = parseArgs({
  options: { keep: { type: "boolean", default: false } },
  allowPositionals: true,
});
if (!positionals.every(isPart)) throw new Error(`The parts are ${Object.keys(parts).join(", ")}.`);
const settings = {
  ANCHORS: "off",
  DEBIAN_FRONTEND: "noninteractive",
  // Those of the registry that this machine uses.
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
};
const scratch = mkdtempSync(join(tmpdir(), "attestamp-newcomer-"));
// Servers that root starts become ordinary users.
await Bun.$`chmod 755 ${scratch}`;
for (const part of Object.keys(parts).filter(isPart)) {
  if (positionals.length > 0 && !positionals.includes(part)) continue;
  console.log(`== ${part}`);
  const started = performance.now();
  let machine: Machine | undefined;
  let hasPassed = false;
  try {
    machine = await Machine.start(join(scratch, part), settings);
    await parts[part](machine, join(scratch, `${part}-files`));
    hasPassed = true;
  } catch (error) {
    console.log(String(error));
    process.exitCode = 1;
  } finally {
    await machine?.stop({ isKept: values.keep && !hasPassed });
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${hasPassed ? "passed" : "failed"}: ${part} (${seconds} s)`);
}
if (!values.keep) rmSync(scratch, { recursive: true, force: true });
