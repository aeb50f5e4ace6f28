import type { CollectionView } from "../../../../src/features/collections/collections.output.schema.ts";
import {
  createCollection,
  listCollections,
  readSha256Sums,
  receiveCollection,
} from "../../../../src/features/collections/collections.service.ts";
import { findFileRecord } from "../../../../src/features/collections/file-records.service.ts";
import { writeSha256Sums } from "../../../../src/formats/sha256sums.ts";
import { makeFiles } from "../../../../src/testing/test-collections.ts";
import type { Flow } from "../flow.ts";
import type { World } from "../world.ts";
import { countStamps, stamp } from "./steps.ts";

/** More files than one block of the hash tree contains. */
const files = makeFiles(200);
const address = "192.0.2.1";

const collectionsOf = ({ deps, owner }: World): Promise<CollectionView[]> =>
  listCollections(deps, owner, { limit: 100 });

async function attest(world: World): Promise<void> {
  const { deps, owner } = world;
  const body = new Blob([JSON.stringify({ title: "Shoot", files, ownershipConfirmed: true })]).stream();
  const received = await receiveCollection(deps, body, { address, signal: new AbortController().signal });
  try {
    await createCollection(deps, owner, received, address);
  } finally {
    await deps.files.discard(received.list.path);
  }
  await world.settled();
  const [made] = await collectionsOf(world);
  if (made?.status === "error") throw new Error(made.errorMessage ?? "");
}

/** A list of files is attested with one stamp. A client whose answer was lost finds it by the list's fingerprint. */
export const collection: Flow = {
  what: "a collection is attested",
  begin: async () => {},
  act: attest,
  async again(world) {
    const [made] = await collectionsOf(world);
    await (made ? stamp(world, made.id) : attest(world));
  },
  isDone: async (world) => (await collectionsOf(world)).some(({ status }) => status === "completed"),
  async faultsIn(world) {
    const { deps, owner } = world;
    const [made, ...others] = await collectionsOf(world);
    if (!made?.serialNumber || others.length > 0)
      return [`there are ${others.length + 1} collections instead of one`];
    const faults: string[] = [];
    // One of them is for the document in the template.
    const stamps = await countStamps(world);
    if (stamps !== 2) faults.push(`${stamps} stamps were used instead of 2`);
    const { key } = await readSha256Sums(deps, owner, made.id);
    const kept = Buffer.concat(await Array.fromAsync(deps.files.readPieces(await deps.files.find(key))));
    if (kept.toString("utf8") !== writeSha256Sums(files))
      faults.push("SHA256SUMS is not the list of the files");
    for (const [index, { sha256 }] of files.entries()) {
      const found = await findFileRecord(deps, { serialNumber: made.serialNumber, sha256 }, address);
      if (found.index !== index) faults.push(`the record of file ${index} says ${found.index}`);
    }
    return faults;
  },
};
