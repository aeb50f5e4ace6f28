import type { ListedFile } from "../formats/certificate/file-list.ts";
import { hashFile } from "../platform/files/hash-file.ts";
import { withoutLinks } from "./find-files.ts";
import { type FolderListing, type ListedEntry, listFolder } from "./list-folder.ts";

export type HashProgress = { files: number; ofFiles: number; bytes: number; ofBytes: number };

export type HashedFolder = {
  files: (ListedFile & { name: string })[];
  /** A sentence for each file that could not be read or has changed; empty if the list can be attested. */
  problems: string[];
};

/**
 * Hashes the listed files one by one. Then lists the folder again to find files that were changed, added or removed
 * since the first listing, even after they were hashed. Rejects if `signal` aborts.
 */
export async function hashFolder(
  folder: string,
  except: string,
  listing: FolderListing,
  signal: AbortSignal,
  onProgress: (progress: HashProgress) => void,
): Promise<HashedFolder> {
  const ofBytes = listing.files.reduce((sum, { size }) => sum + size, 0);
  const hashed: HashedFolder = { files: [], problems: [] };
  const changed = new Set<string>();
  let bytes = 0;
  for (const [index, { name, path, size }] of listing.files.entries()) {
    const onBytes = (count: number) => {
      signal.throwIfAborted();
      bytes += count;
      onProgress({ files: index, ofFiles: listing.files.length, bytes, ofBytes });
    };
    onBytes(0);
    try {
      const found = await hashFile(path, onBytes, withoutLinks);
      if (found.bytes !== size) changed.add(name);
      hashed.files.push({ name, size: found.bytes, sha256: found.sha256 });
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      hashed.problems.push(`${path} cannot be read (${"code" in error ? error.code : error.message}).`);
    }
  }
  const before = new Map(listing.files.map((file) => [file.name, file]));
  for (const file of listFolder(folder, except).files) {
    const first = before.get(file.name);
    before.delete(file.name);
    if (!first) hashed.problems.push(`${file.path} appeared while the folder was hashed.`);
    else if (changed.has(file.name) || !isSame(first, file))
      hashed.problems.push(`${file.path} changed while the folder was hashed.`);
  }
  for (const { path } of before.values())
    hashed.problems.push(`${path} disappeared while the folder was hashed.`);
  return hashed;
}

const isSame = (one: ListedEntry, other: ListedEntry) =>
  one.size === other.size && one.modifiedMs === other.modifiedMs;
