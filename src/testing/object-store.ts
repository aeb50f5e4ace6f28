import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../platform/files/s3-settings.ts";
import { freePort } from "./free-port.ts";
import { killIfAlive } from "./processes.ts";

export type ObjectStoreServer = {
  /** A bucket that does not exist yet. */
  newBucket: () => S3Settings;
  /** The same for a separate account with this object quota. */
  newSmallBucket: (maxObjects: number) => Promise<S3Settings>;
  removeLimit: (bucket: S3Settings) => Promise<void>;
  /** A second gateway to the same objects, which a test can stop and start. */
  newGateway: () => Promise<Gateway>;
  stop: () => Promise<void>;
};

type Gateway = { endpoint: string; stop: () => Promise<void>; start: () => Promise<void> };

/** Programs, and the Debian packages that contain them. */
const programs = { radosgw: "radosgw", "ceph-mon": "ceph-mon", "ceph-osd": "ceph-osd", ceph: "ceph-common" };
const clusterId = crypto.randomUUID();
const storageId = crypto.randomUUID();
const secretAccessKey = "test-secret";
const gatewayName = "client.rgw.a";

/**
 * A real Ceph cluster on this machine: one monitor, one storage daemon in memory, and an S3 gateway. The daemons end
 * with this process.
 */
export async function startObjectStore(): Promise<ObjectStoreServer> {
  const missing = Object.entries(programs).filter(([program]) => !Bun.which(program));
  if (missing.length > 0) {
    const packages = missing.map(([, name]) => name).join(" ");
    throw new Error(`The tests of the S3 store need Ceph. Please run: apt-get install ${packages}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "attestamp-ceph-"));
  const config = join(folder, "ceph.conf");
  const daemons = new Set<Bun.Subprocess>();
  const start = (...command: string[]) => {
    const daemon = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command, "-c", config, "-f"], {
      stdout: "ignore",
      stderr: "ignore",
    });
    daemons.add(daemon);
    return daemon;
  };
  const stop = async () => {
    for (const { pid } of daemons) killIfAlive(pid);
    await Promise.all([...daemons].map(({ exited }) => exited));
    rmSync(folder, { recursive: true, force: true });
  };
  const startGateway = async (port: number) => {
    const frontend = `--rgw-frontends=beast endpoint=127.0.0.1:${port}`;
    const gateway = start("radosgw", "-n", gatewayName, "--no-mon-config", frontend);
    await untilAnswering(`http://127.0.0.1:${port}`, gateway);
    return gateway;
  };
  const administer = (...words: string[]) => run("radosgw-admin", "-c", config, "-n", gatewayName, ...words);
  const createUser = (name: string) =>
    administer("user", "create", `--uid=${name}`, `--display-name=${name}`, ...keys(name));
  try {
    await createCluster(folder, config, start);
    const port = await freePort();
    await startGateway(port);
    await createUser("test");
    const bucketFor = (accessKeyId: string, endpoint = `http://127.0.0.1:${port}`): S3Settings => ({
      endpoint,
      region: "us-east-1",
      bucket: `test-${crypto.randomUUID()}`,
      prefix: "",
      accessKeyId,
      secretAccessKey,
    });
    return {
      newBucket: () => bucketFor("test"),
      async newSmallBucket(maxObjects) {
        const name = `small-${crypto.randomUUID()}`;
        const limit = ["--quota-scope=bucket", `--uid=${name}`];
        await createUser(name);
        await administer("quota", "set", ...limit, `--max-objects=${maxObjects}`);
        await administer("quota", "enable", ...limit);
        return bucketFor(name);
      },
      removeLimit: ({ accessKeyId }) =>
        administer("quota", "disable", "--quota-scope=bucket", `--uid=${accessKeyId}`),
      async newGateway() {
        const ownPort = await freePort();
        let gateway = await startGateway(ownPort);
        return {
          endpoint: `http://127.0.0.1:${ownPort}`,
          async stop() {
            killIfAlive(gateway.pid);
            await gateway.exited;
          },
          async start() {
            gateway = await startGateway(ownPort);
          },
        };
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const keys = (name: string) => [`--access-key=${name}`, `--secret-key=${secretAccessKey}`];

async function createCluster(
  folder: string,
  config: string,
  start: (...command: string[]) => Bun.Subprocess,
): Promise<void> {
  const [keyring, monitors] = [join(folder, "keyring"), join(folder, "monmap")];
  const monitor = `[v2:127.0.0.1:${await freePort()}]`;
  for (const name of ["mon", "osd"]) mkdirSync(join(folder, name));
  writeFileSync(config, clusterConfig(folder, monitor));
  const rights = ["--cap", "mon", "allow *", "--cap", "osd", "allow *"];
  for (const name of ["mon.", "client.admin", gatewayName, "osd.0"]) {
    const create = name === "mon." ? ["--create-keyring"] : [];
    await run("ceph-authtool", keyring, ...create, "--gen-key", "-n", name, ...rights);
  }
  await run("monmaptool", "--create", "--fsid", clusterId, "--addv", "a", monitor, monitors);
  await run("ceph-mon", "-c", config, "--mkfs", "-i", "a", "--monmap", monitors, "--keyring", keyring);
  start("ceph-mon", "-i", "a");
  await run("ceph", "-c", config, "osd", "new", storageId, "0");
  await run("ceph-osd", "-c", config, "-i", "0", "--mkfs", "--osd-uuid", storageId);
  start("ceph-osd", "-i", "0");
}

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${errors}`);
}

/** The first gateway creates its pools before it answers. */
async function untilAnswering(address: string, gateway: Bun.Subprocess): Promise<void> {
  for (;;) {
    if (gateway.exitCode !== null || gateway.signalCode !== null) {
      throw new Error("The gateway of the object store has ended. Is this Ceph 16 or newer?");
    }
    const answer = await fetch(address).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await Bun.sleep(100);
  }
}

function clusterConfig(folder: string, monitor: string): string {
  return `[global]
fsid = ${clusterId}
mon host = ${monitor}
auth cluster required = none
auth service required = none
auth client required = none
auth supported = none
ms mon client mode = crc
keyring = ${join(folder, "keyring")}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 2000
osd crush chooseleaf type = 0
mon warn on pool no redundancy = false
osd objectstore = memstore
memstore device bytes = 8589934592
osd class load list = *
run dir = ${folder}
admin socket =
log file = ${folder}/$name.$pid.log
pid file =
mon cluster log file = ${folder}/cluster.log
[mon.a]
mon data = ${folder}/mon
[osd.0]
osd data = ${folder}/osd
public addr = 127.0.0.1
cluster addr = 127.0.0.1
[client]
rgw enable usage log = false
rgw enable ops log = false
rgw thread pool size = 32
rgw bucket quota ttl = 0
`;
}
