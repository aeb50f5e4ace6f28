import { getSize } from "../../formats/zip/pieces.ts";
import type { FoundSignature } from "../pades/find-signatures.ts";
import type { StampedFile } from "./pack-parts.ts";

/**
 * The seal of a stamped copy and the time-stamp that covers the whole file; undefined if none covers the whole file, as
 * in pictures and early documents. Signatures that the original already had are not ours.
 */
export function ownSignatures({
  content,
  signatures,
}: Pick<StampedFile, "content" | "signatures">): { seal: FoundSignature; stamp: FoundSignature } | undefined {
  const size = getSize([content]);
  const stamp = signatures.find(({ subFilter, end }) => subFilter === "ETSI.RFC3161" && end === size);
  const seal = signatures.find(({ subFilter }) => subFilter !== "ETSI.RFC3161");
  return stamp && seal && { seal, stamp };
}
