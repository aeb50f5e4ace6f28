import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.ts";
import { samplesIn, say, untilHealthy, visit } from "./type-steps.ts";
import { putDownload } from "./without-docker.ts";

const root = join(import.meta.dir, "../../..");
const site = "localhost";
const origin = `https://${site}`;

/**
 * Commands of a Proxmox VE host: its one container is the machine itself, whose Debian was made by debootstrap, and
 * whose first process is not systemd: services are started as their units say.
 */
const commands: Readonly<Record<string, string>> = {
  pvesh: "echo 100",
  pveam: `case $1 in
update) ;;
available) echo "system debian-12-standard_12.12-1_amd64.tar.zst"; echo "system debian-13-standard_13.1-2_amd64.tar.zst" ;;
list) ;;
download) echo "$3 is in $2" ;;
*) exit 1 ;;
esac`,
  pct: `command=$1 id=$2; shift 2
case $command in
create) echo "container $id: $*" ;;
start) ;;
push) cp "$1" "$2" ;;
exec) [ "$1" = -- ] && shift && exec "$@" ;;
*) exit 1 ;;
esac`,
  systemctl: `case $* in
daemon-reload) ;;
"enable --now attestamp")
  unit=/etc/systemd/system/attestamp.service
  install -d -o attestamp -m 700 /var/lib/attestamp
  cd /var/lib/attestamp
  export $(sed -n 's/^Environment=//p' $unit)
  set -a; . "$(sed -n 's/^EnvironmentFile=-//p' $unit)"
  setpriv --reuid=attestamp --regid=attestamp --clear-groups --no-new-privs \\
    $(sed -n 's/^ExecStart=//p' $unit) >/var/log/server 2>&1 & ;;
"reload-or-restart caddy")
  caddy run --config /etc/caddy/Caddyfile --adapter caddyfile >/var/log/caddy.log 2>&1 & ;;
*) exit 1 ;;
esac`,
};

/** The script for Proxmox VE, with a release of this commit. */
export async function tryProxmox(machine: Machine, folder: string): Promise<void> {
  for (const [name, text] of Object.entries(commands)) {
    machine.write(`/usr/local/sbin/${name}`, `#!/bin/sh\n${text}\n`);
    chmodSync(machine.path(`/usr/local/sbin/${name}`), 0o755);
  }
  const version = await putDownload(machine);
  const script = "proxmox.sh";
  copyFileSync(join(root, "src/server/deployment/catalogs", script), machine.path(`/root/${script}`));
  const archive = `downloads/attestamp-${version}-linux-x64.tar.gz`;
  console.log(await say(machine, `sh ${script} ${archive} ${site}`, "/root"));
  await untilHealthy(machine, origin, () => machine.type("cat /var/log/server /var/log/caddy.log"));
  await visit(machine, "stamp", origin, folder, await samplesIn(folder));
  const settings = "set -a; . /etc/attestamp.env; DATA_DIR=/var/lib/attestamp";
  await say(machine, `${settings} attestamp admin create ann`, "/root", "");
  console.log(await say(machine, `${settings} attestamp doctor`, "/root", ""));
}
