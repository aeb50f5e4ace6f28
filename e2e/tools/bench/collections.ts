import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CollectionView } from "../../../src/features/collections/collections.output.schema.ts";
import { Client } from "../../support/client.ts";
import { startProduct } from "../../support/product.ts";
import { measureSha256sum } from "./sha256sum.ts";
import { compare, least, type Row } from "./table.ts";
import { TreeTime } from "./tree-time.ts";

const files = 10_000;
const bytesOfFile = 1_000_000;
/** The trial has three stamps. */
const rounds = 3;
/** For each file: its nonce, its data group, and a node of the tree. */
const hashes = 3 * files;
/** The number of bytes that are hashed for a group and a node. */
const hashedBytes = 64;
const maxRatio = 1.2;

/**
 * The server's part of a collection of 10,000 files: everything from the list of fingerprints that arrives to the
 * completed collection, in processor time of the server. The peer is `sha256sum` over one file for each hash that the
 * fingerprints and the tree need. The certificate, which a child process draws, has a row without a limit: it has
 * limits of its own (src/formats/certificate/collection.test.ts).
 */
export async function measureCollections(scratch: string): Promise<Row[]> {
  const folder = join(scratch, "hashed");
  const names = writeHashed(folder);
  const dataDir = join(scratch, "collections");
  const command = [process.execPath, "src/main.ts", "serve"];
  const product = await startProduct(
    { CONVERTER: "off", RATE_LIMIT_FACTOR: "1000" },
    { command, dataDir, dataDirInside: dataDir },
  );
  try {
    const [server, children, peer]: [number[], number[], number[]] = [[], [], []];
    const owner = await Client.register(product.origin);
    for (let round = 0; round < rounds; round += 1) {
      peer.push((await measureSha256sum(folder, names)).processor);
      const time = new TreeTime(product.pid);
      await attest(owner);
      const ms = time.stop(1);
      server.push(ms.server);
      children.push(ms.children);
    }
    const peerName = "sha256sum";
    return [
      compare(`the server's part of ${files} files`, least(server), peerName, least(peer), maxRatio),
      compare(`the certificate of ${files} files`, least(children), peerName, least(peer), undefined),
    ];
  } finally {
    await product.kill();
  }
}

function writeHashed(folder: string): string[] {
  mkdirSync(folder);
  return Array.from({ length: hashes }, (_, index) => {
    writeFileSync(join(folder, `${index}`), randomBytes(hashedBytes));
    return `${index}`;
  });
}

async function attest(owner: Client): Promise<void> {
  const listed = Array.from({ length: files }, (_, index) => ({
    name: `Shoot/Day ${index % 7}/IMG_${index}.jpg`,
    size: bytesOfFile,
    sha256: randomBytes(32).toString("hex"),
  }));
  const answer = await owner.request("/api/collections", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ title: "Shoot", files: listed, ownershipConfirmed: true }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  let collection: CollectionView = await answer.json();
  while (collection.status === "processing") {
    await Bun.sleep(200);
    collection = await (await owner.request(`/api/collections/${collection.id}`)).json();
  }
  if (collection.status !== "completed") throw new Error(collection.errorMessage ?? "It was not completed.");
}
