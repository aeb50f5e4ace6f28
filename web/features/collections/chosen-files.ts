import { collectionLimits } from "../../../src/features/collections/collections.schema.ts";

/**
 * A file with the path that its collection lists: its name, and its folders if a folder was chosen. `chosenPath` is its
 * path on the disk, which differs if no list can contain it or another file has it.
 */
export type ChosenFile = { path: string; chosenPath: string; file: File };

/** Files that operating systems add to folders by themselves, and change when a folder is merely opened. */
const systemFiles = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

export const isSystemFile = (path: string) => systemFiles.has(path.slice(path.lastIndexOf("/") + 1));

/** The files of an input element; if a folder was chosen, paths start with its name. */
export function readInput(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => listAs(file.webkitRelativePath || file.name, file));
}

/** The dropped files, including those in dropped folders. Unreadable folders are left out. */
export async function readEntries(entries: readonly FileSystemEntry[]): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

async function walk(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>((resolve) =>
      entry.file(resolve, () => resolve(undefined)),
    );
    if (file) found.push(listAs(entry.fullPath.replace(/^\/+/, ""), file));
  }
  if (isFolder(entry)) {
    for (const child of await readFolder(entry)) await walk(child, found);
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Browsers return the entries of a folder a hundred at a time. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** The file under a path that the server accepts: without control characters, which some systems allow in names. */
function listAs(chosenPath: string, file: File): ChosenFile {
  return { path: acceptablePath(chosenPath), chosenPath, file };
}

const acceptablePath = (chosenPath: string) => chosenPath.toWellFormed().replace(/\p{Cc}/gu, "_");

/**
 * Adds files to those already chosen. A file with the path of another gets a number, because names in a list must be
 * unique. Only its content shows whether it is the same file again: see `withoutRepeated`.
 */
export function addFiles(chosen: readonly ChosenFile[], more: readonly ChosenFile[]): ChosenFile[] {
  const byPath = new Map(chosen.map((one) => [one.path, one]));
  for (const one of more) {
    let { path } = one;
    for (let number = 2; byPath.has(path); number += 1) path = numbered(one.path, number);
    byPath.set(path, { ...one, path });
  }
  return [...byPath.values()].toSorted((one, other) => inOrder.compare(one.path, other.path));
}

/**
 * The files without the one at the path. If another file has a number only because of it, the first of these takes its
 * path over: `moved` has its path before and after.
 */
export function removeFile(
  files: readonly ChosenFile[],
  path: string,
): { files: ChosenFile[]; moved?: { from: string; to: string } } {
  const kept = files.filter((one) => one.path !== path);
  const heir = kept.find((one) => acceptablePath(one.chosenPath) === path);
  if (!heir) return { files: kept };
  const others = kept.filter((one) => one !== heir);
  return { files: addFiles(others, [{ ...heir, path }]), moved: { from: heir.path, to: path } };
}

/** The files whose paths contain the term, no matter in which case, and whether an accent is a separate character. */
export function searchFiles(files: readonly ChosenFile[], term: string): readonly ChosenFile[] {
  const plain = (written: string) => written.normalize("NFC").toLowerCase();
  const wanted = plain(term.trim());
  return wanted === "" ? files : files.filter(({ path }) => plain(path).includes(wanted));
}

/**
 * Whether a collection cannot contain both. Files that seem to be chosen again, by path, size and date, count once; the
 * server has the last word once their content is known.
 */
export function isTooMany(chosen: readonly ChosenFile[], more: readonly ChosenFile[]): boolean {
  const { files } = collectionLimits;
  if (chosen.length + more.length <= files) return false;
  const seen = new Set<string>();
  for (const { chosenPath, file } of [...chosen, ...more]) {
    seen.add(JSON.stringify([chosenPath, file.size, file.lastModified]));
  }
  return seen.size > files;
}

/** Sorts in natural order: picture 2 before picture 10. */
const inOrder = new Intl.Collator("en", { numeric: true });

/** The files without those that were chosen again: with the path, date and content of another one. */
export function withoutRepeated(
  files: readonly ChosenFile[],
  hashes: ReadonlyMap<string, string>,
): ChosenFile[] {
  const first = new Map<string, string>();
  // The shortest path has no number.
  for (const { path, chosenPath, file } of files.toSorted(
    (one, other) => one.path.length - other.path.length,
  )) {
    const key = JSON.stringify([chosenPath, file.lastModified, hashes.get(path) ?? path]);
    if (!first.has(key)) first.set(key, path);
  }
  const kept = new Set(first.values());
  return files.filter(({ path }) => kept.has(path));
}

function numbered(path: string, number: number): string {
  const dot = path.lastIndexOf(".");
  const end = dot > path.lastIndexOf("/") + 1 ? dot : path.length;
  return `${path.slice(0, end)} (${number})${path.slice(end)}`;
}

/** The files that the collection lists under a path other than their own. */
export function findRenamed(files: readonly ChosenFile[]): ChosenFile[] {
  return files.filter(({ path, chosenPath }) => path !== chosenPath);
}

/** A path with a visible symbol for each control character, e.g. "␊" for a line break. */
export function showControls(path: string): string {
  return path.replace(/\p{Cc}/gu, (control) => {
    const code = control.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? "␡" : "\ufffd";
  });
}

/** The suggested name of a collection: the folder that contains all of its files, if there is one. */
export function proposeTitle(files: readonly ChosenFile[]): string | undefined {
  const folders = new Set(files.map(({ path }) => (path.includes("/") ? path.split("/")[0] : undefined)));
  const [only] = folders;
  return folders.size === 1 ? only : undefined;
}
