import { bytesToHex } from "@noble/hashes/utils.js";
import { sameBytes } from "../hash.ts";
import { readProof } from "./read.ts";
import { attestationsIn } from "./timestamp.ts";

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
  const attested = attestationsIn(proof);
  const [first] = attested
    .flatMap(({ message, attestation }) =>
      attestation.kind === "bitcoin" ? [{ block: attestation.height, merkleRoot: reversedHex(message) }] : [],
    )
    .toSorted((one, other) => one.block - other.block);
  if (first) return { state: "confirmed", ...first };
  const calendars = attested.flatMap(({ attestation }) =>
    attestation.kind === "pending" ? [attestation.calendar] : [],
  );
  return calendars.length > 0 ? { state: "pending", calendars } : { state: "unverified" };
}

const reversedHex = (bytes: Uint8Array) => bytesToHex(bytes.toReversed());
