import { createHash } from "node:crypto";
import type { Database } from "../../../db/client.ts";
import { AppError } from "../../errors.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { writeAll } from "../../platform/files/write-all.ts";
import { filesNamed, type NamedFile } from "../backup/snapshot.ts";

export type CopiedFiles = { files: number; bytes: number };

const concurrency = 4;
const fileMode = 0o600;

/**
 * Copies every file that the rows refer to, under the same key. Each is compared with its SHA-256 while it is copied;
 * files that an interrupted run has already copied are skipped.
 */
export async function copyFiles(db: Database, from: FileStore, to: FileStore): Promise<CopiedFiles> {
  const named = filesNamed(db);
  const copied: CopiedFiles = { files: 0, bytes: 0 };
  const work = async () => {
    for (let next = await named.next(); !next.done; next = await named.next()) {
      copied.bytes += await copyFile(next.value, from, to);
      copied.files += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return copied;
}

async function copyFile({ key, sha256 }: NamedFile, from: FileStore, to: FileStore): Promise<number> {
  const found = await from.find(key);
  if (await to.holds(key, found.bytes)) return found.bytes;
  const path = to.temporaryPath();
  try {
    const hash = createHash("sha256");
    const file = await to.disk.open(path, "wx", fileMode);
    try {
      for await (const piece of from.readPieces(found)) {
        hash.update(piece);
        await writeAll(file, piece);
      }
    } finally {
      await file.close();
    }
    const copied = hash.digest("hex");
    if (copied !== (sha256 ?? copied)) {
      throw new AppError(
        "internal",
        "move-of-damaged-file",
        "The file {key} does not match the hash in its document. Nothing was moved. Please run: attestamp doctor",
        { params: { key } },
      );
    }
    await to.keepAs(key, { path, bytes: found.bytes, sha256: copied });
    return found.bytes;
  } finally {
    await to.discard(path);
  }
}
