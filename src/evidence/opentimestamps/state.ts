import { bytesToHex } from "@noble/hashes/utils.js";
import { sameBytes } from "../hash.ts";
import { readProof } from "./read.ts";
import { attestationsIn } from "./timestamp.ts";

/** How far a proof has come, as its own bytes say it. */
export type ProofState =
  /** A calendar says that Bitcoin's block `block` confirms it: it does when that block has this merkle root. */
  | { state: "confirmed"; block: number; merkleRoot: string }
  /** These calendars promised to have it confirmed. */
  | { state: "pending"; calendars: string[] }
  /** There is no proof. */
  | { state: "absent" }
  /** There is something, but what it says could not be looked at. */
  | { state: "unverified" };

/**
 * The state of the proof about a SHA-256 digest. Of several blocks it is the first. The merkle root is written in hex
 * as block explorers show it, its bytes in reverse.
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
