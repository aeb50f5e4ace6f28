import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client, isRefusal } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { wordDocument } from "../../support/real-documents.ts";
import { writeTextPdf } from "../../support/samples.ts";

/**
 * Starts the executable with the restrictions that compose.cluster.yaml asks an engine for, without an engine: a
 * read-only root file system with this machine's /usr, DATA_DIR and /tmp in memory and noexec, the user of the image,
 * no capabilities, and no way to gain any.
 */
const script = `set -eu
root=$1 program=$2
mount --make-rprivate /
mount -t tmpfs tmpfs "$root"
cd "$root"
mkdir usr etc proc dev tmp data opt opt/attestamp
for link in bin lib lib64 sbin; do if [ -L "/$link" ]; then ln -s "usr/$link" "$link"; fi; done
for folder in usr etc; do mount --rbind "/$folder" "$folder" && mount -o remount,bind,ro "$folder"; done
mount --rbind /dev dev
cp "$program" opt/attestamp/attestamp
opt/attestamp/attestamp unpack-libraries
mount -t proc proc proc
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs tmp
mount -t tmpfs -o nosuid,nodev,noexec,uid=10001,gid=10001,mode=700 tmpfs data
mount -o remount,ro "$root"
exec chroot . setpriv --reuid=10001 --regid=10001 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
  env -i HOME=/data TMPDIR=/tmp PATH=/usr/bin DATA_DIR=/data PORT="$PORT" HOST=127.0.0.1 ANCHORS=off CONVERTER=auto \\
  RATE_LIMIT_FACTOR=1000 LOG_LEVEL=warn /opt/attestamp/attestamp serve`;

/** Whether this process may mount in a namespace of its own. */
export async function canRestrict(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  return (await Bun.$`unshare --mount true`.quiet().nothrow()).exitCode === 0;
}

/** Stamps a PDF and a Word document there, and stops the server. Throws an error if something fails. */
export async function tryRestricted(executable: string, scratch: string): Promise<void> {
  const root = join(scratch, "root");
  mkdirSync(root);
  const command = ["unshare", "--mount", "sh", "-c", script, "sh", root, executable];
  const product = await startProduct({}, { command, dataDir: root, dataDirInside: "/data" });
  try {
    const client = await Client.register(product.origin);
    const lease = join(scratch, "Lease.pdf");
    await writeTextPdf(lease, 3);
    for (const path of [lease, await wordDocument(join(scratch, "word"))]) await stamp(client, path);
  } finally {
    await product.stop();
  }
}

/** Throws an error unless the server stamps the file. */
export async function stamp(client: Client, path: string): Promise<void> {
  const uploaded = await client.upload(path);
  if (isRefusal(uploaded)) throw new Error(`${path}: ${uploaded.message}`);
  await client.process(uploaded.id);
  const { status, errorMessage, serialNumber } = await client.finished(uploaded.id);
  if (status !== "completed") throw new Error(`${path}: ${errorMessage}`);
  const stamped = await client.bytes(`/api/documents/${uploaded.id}/download`);
  const certificate = await client.bytes(`/api/documents/${uploaded.id}/certificate`);
  console.log(`${uploaded.originalName}: ${serialNumber}, ${stamped.length} and ${certificate.length} bytes`);
}
