import { isTrustFile, readTrustFile } from "../trust-lists/trust-file.ts";
import type { TrustLists } from "../trust-lists/trust-lists.ts";
import type { GivenFile } from "./file-context.ts";
import { describeTrustFileProblem } from "./sentences.ts";
import type { Text } from "./text.ts";

/** The reader's lists after the trust files among the given ones, whose names are in `from`, and the other files. */
export type TakenLists = { files: GivenFile[]; lists: TrustLists; from: string[] };

/**
 * Takes trust files out of the given files; each replaces lists of `before`. If one of them cannot be used, nothing is
 * checked, and `problem` says why. Runs in browsers.
 */
export function takeTrustFiles(given: GivenFile[], before: TrustLists): TakenLists | { problem: Text } {
  const taken: TakenLists = { files: [], lists: before, from: [] };
  for (const file of given) {
    if (!("bytes" in file) || !isTrustFile(file.bytes)) {
      taken.files.push(file);
      continue;
    }
    const read = readTrustFile(file.bytes, taken.lists);
    if ("problem" in read) return { problem: describeTrustFileProblem(file.name, read) };
    taken.lists = read.lists;
    taken.from.push(file.name);
  }
  return taken;
}
