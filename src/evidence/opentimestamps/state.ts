import { bytesToHex } from "@noble/hashes/utils.js";
import { sameBytes } from "../hash.ts";
import { readProof } from "./read.ts";
import { attestationsIn, type Timestamp } from "./timestamp.ts";

/** The progress of a proof according to its own bytes. */
export type ProofState =
  /** According to a calendar, Bitcoin's block `block` confirms it. That is true if the block has this merkle root. */
  | { state: "confirmed"; block: number; merkleRoot: string }
  /** These calendars promised a confirmation. */
  | { state: "pending"; calendars: string[] }
  | { state: "absent" }
  /** The proof exists but cannot be read. */
  | { state: "unverified" };

/**
 * The state of the proof for a SHA-256 digest; with several blocks, the first one counts. The merkle root is in hex
 * with its bytes reversed, as block explorers show it.
 */
export function proofState(file: Uint8Array | undefined, digest: Uint8Array): ProofState {
  if (file === undefined) return { state: "absent" };
  const proof = readProof(file);
  if (!proof || !sameBytes(proof.message, digest)) return { state: "unverified" };
  const [first] = blocksIn(proof);
  if (first) return { state: "confirmed", ...first };
  const attested = attestationsIn(proof);
  const calendars = attested.flatMap(({ attestation }) =>
    attestation.kind === "pending" ? [attestation.calendar] : [],
  );
  return calendars.length > 0 ? { state: "pending", calendars } : { state: "unverified" };
}

/** A block that a proof leads to, and the Merkle root that it must have; calendars may lead to different ones. */
export type ClaimedBlock = { block: number; merkleRoot: string };

/** The blocks that a proof leads to, lowest first; none if it cannot be read. */
export function claimedBlocks(file: Uint8Array): ClaimedBlock[] {
  const proof = readProof(file);
  return proof ? blocksIn(proof) : [];
}

const blocksIn = (proof: Timestamp): ClaimedBlock[] =>
  attestationsIn(proof)
    .flatMap(({ message, attestation }) =>
      attestation.kind === "bitcoin" ? [{ block: attestation.height, merkleRoot: reversedHex(message) }] : [],
    )
    .toSorted((one, other) => one.block - other.block);

/** As block explorers show hashes. */
export const reversedHex = (bytes: Uint8Array) => bytesToHex(bytes.toReversed());
