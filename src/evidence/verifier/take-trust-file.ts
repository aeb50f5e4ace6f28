import { isTrustFile, readTrustFile } from "../trust-lists/trust-file.ts";
import type { TrustLists } from "../trust-lists/trust-lists.ts";
import type { GivenFile } from "./file-context.ts";
import { describeTrustFileProblem } from "./sentences.ts";
import type { Text } from "./text.ts";

/**
 * The files without trust files, and the reader's lists after those: their names are in `from`, or in `unused` if they
 * came together with other files.
 */
export type TakenLists = { files: GivenFile[]; lists: TrustLists; from: string[]; unused: string[] };

/**
 * Takes trust files out of the files that a reader chose at once; each replaces lists of `before`. Among other files,
 * whom to trust may be the choice of the person who handed them over, so there it is not used. If one of them cannot be
 * used, nothing is checked, and `problem` says why. `areAlone`: false if the reader chose further files with these.
 * Runs in browsers.
 */
export function takeTrustFiles(
  chosen: GivenFile[],
  before: TrustLists,
  areAlone = true,
): TakenLists | { problem: Text } {
  const [files, found]: [GivenFile[], (GivenFile & { bytes: Uint8Array })[]] = [[], []];
  for (const file of chosen) {
    if ("bytes" in file && isTrustFile(file.bytes)) found.push(file);
    else files.push(file);
  }
  const names = found.map(({ name }) => name);
  if (files.length > 0 || !areAlone) return { files, lists: before, from: [], unused: names };
  let lists = before;
  for (const { name, bytes } of found) {
    const read = readTrustFile(bytes, lists);
    if ("problem" in read) return { problem: describeTrustFileProblem(name, read) };
    lists = read.lists;
  }
  return { files, lists, from: names, unused: [] };
}
