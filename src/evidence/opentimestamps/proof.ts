import { sameBytes } from "../hash.ts";
import { mergeTimestamps } from "./merge.ts";
import { compareAttestations, compareOperations } from "./order.ts";
import { readProof, readTimestamp } from "./read.ts";
import { type ClaimedBlock, reversedHex } from "./state.ts";
import { attestationTag, attestationTags, branchTag, fileHeader, operationTags } from "./tags.ts";
import {
  type Attestation,
  type Attested,
  applyTo,
  attestationsIn,
  buildPath,
  keepOnly,
  type Operation,
  type Timestamp,
} from "./timestamp.ts";

export const nonceSize = 16;

/** A digest blinded with a nonce, so that calendars learn nothing about it. */
export type Blinded = { digest: Uint8Array; nonce: Uint8Array };

/** The 32 bytes that we submit to calendars: SHA-256(digest || nonce). */
export function computeSubmission({ digest, nonce }: Blinded): Uint8Array {
  return blinding(nonce).reduce(applyTo, digest);
}

const blinding = (nonce: Uint8Array): Operation[] => [{ name: "append", bytes: nonce }, { name: "sha256" }];

/**
 * Adds a calendar's answer to the submission to the .ots file; `file` has the earlier answers. Keeps only the path to
 * one promise of that calendar. Undefined if there is none or the answer is malformed.
 */
export function withPromise(
  file: Uint8Array | undefined,
  blinded: Blinded,
  answer: Uint8Array,
  calendar: string,
): Uint8Array | undefined {
  const isPromise = ({ attestation }: Attested) =>
    attestation.kind === "pending" && isSameAddress(attestation.calendar, calendar);
  const given = readTimestamp(answer, computeSubmission(blinded));
  const first = given && attestationsIn(given).find(isPromise);
  const promise = first && keepOnly(given, ({ attestation }) => attestation === first.attestation);
  if (!promise) return undefined;
  const proof = buildPath(blinded.digest, blinding(blinded.nonce), () => promise);
  const before = file && readProof(file);
  return writtenAgain(before ? mergeTimestamps(before, proof) : proof);
}

/** The nonce in one of our proofs, so that a calendar that did not respond can get the same submission later. */
export function readNonce(file: Uint8Array): Uint8Array | undefined {
  const [step, ...others] = readProof(file)?.steps ?? [];
  if (step?.operation.name !== "append" || others.length > 0) return undefined;
  return step.operation.bytes.length === nonceSize ? step.operation.bytes : undefined;
}

/** A pending attestation: the calendar to ask, the commitment to ask it for, and whether it has named a block. */
export type Promised = { calendar: string; commitment: Uint8Array; hasBlock: boolean };

export function promisesIn(file: Uint8Array): Promised[] {
  const proof = readProof(file);
  return proof ? promisesFrom(proof) : [];
}

function promisesFrom(tree: Timestamp): Promised[] {
  const { message: commitment, attestations, steps } = tree;
  const own = attestations.flatMap((attestation) =>
    attestation.kind === "pending"
      ? [{ calendar: attestation.calendar, commitment, hasBlock: attestationsIn(tree).some(isBlock) }]
      : [],
  );
  return [...own, ...steps.flatMap(({ result }) => promisesFrom(result))];
}

const isBlock = ({ attestation }: Attested) => attestation.kind === "bitcoin";

/**
 * Adds a calendar's answer about its commitment to the .ots file. Keeps only the path to its first Bitcoin block: one
 * block for each promise counts. Undefined if there is none, the answer is malformed, or the file would exceed the size
 * limit.
 */
export function withConfirmation(
  file: Uint8Array,
  { commitment }: Pick<Promised, "commitment">,
  answer: Uint8Array,
): Uint8Array | undefined {
  const proof = readProof(file);
  const given = readTimestamp(answer, commitment);
  const [first] = given ? attestationsIn(given).filter(isBlock).toSorted(byHeight) : [];
  const confirmation = given && first && keepOnly(given, (one) => one.attestation === first.attestation);
  return proof && confirmation && writtenAgain(goOnAt(proof, commitment, confirmation));
}

const byHeight = (one: Attested, other: Attested) => compareAttestations(one.attestation, other.attestation);

/** The tree with `further` attached wherever it has this message. */
function goOnAt(tree: Timestamp, message: Uint8Array, further: Timestamp): Timestamp {
  const steps = tree.steps.map(({ operation, result }) => ({
    operation,
    result: goOnAt(result, message, further),
  }));
  return sameBytes(tree.message, message) ? mergeTimestamps({ ...tree, steps }, further) : { ...tree, steps };
}

/** The .ots file with only its promises. Unchanged if it cannot be read or has none. */
export function withoutBlocks(file: Uint8Array): Uint8Array {
  const proof = readProof(file);
  const promises = proof && keepOnly(proof, (one) => !isBlock(one));
  return promises ? writeProof(promises) : file;
}

/** The .ots file without the blocks that are not this one. Unchanged if it cannot be read, or does not lead there. */
export function withOnlyBlock(file: Uint8Array, { block, merkleRoot }: ClaimedBlock): Uint8Array {
  const proof = readProof(file);
  const isOther = ({ message, attestation }: Attested) =>
    attestation.kind === "bitcoin" && (attestation.height !== block || reversedHex(message) !== merkleRoot);
  const kept = proof && keepOnly(proof, (one) => !isOther(one));
  return kept && attestationsIn(kept).some(isBlock) ? writeProof(kept) : file;
}

/** The limits apply to merged proofs too: the result must be readable again. */
function writtenAgain(proof: Timestamp): Uint8Array | undefined {
  const file = writeProof(proof);
  return readProof(file) ? file : undefined;
}

/** True if the addresses differ at most by slashes at the end. */
export const isSameAddress = (one: string, other: string) =>
  one.replace(/\/+$/, "") === other.replace(/\/+$/, "");

/** The .ots file of a proof for a file's SHA-256. The same proof gives the same bytes. */
export function writeProof(proof: Timestamp): Uint8Array {
  return Uint8Array.from([...fileHeader, operationTags.sha256, ...proof.message, ...writeTimestamp(proof)]);
}

/** Serializes a proof without its message, as calendars answer. Throws if a branch has no attestation. */
export function writeTimestamp({ attestations, steps }: Timestamp): Uint8Array {
  const branches = [
    ...attestations.toSorted(compareAttestations).map(writeAttestation),
    ...steps
      .toSorted((one, other) => compareOperations(one.operation, other.operation))
      .map(({ operation, result }) => [...writeOperation(operation), ...writeTimestamp(result)]),
  ];
  const last = branches.pop();
  if (!last) throw new Error("A branch of the proof has no attestation.");
  return Uint8Array.from([...branches.flatMap((branch) => [branchTag, ...branch]), ...last]);
}

function writeOperation(operation: Operation): number[] {
  const tag = operationTags[operation.name];
  return "bytes" in operation ? [tag, ...withLength(operation.bytes)] : [tag];
}

function writeAttestation(attestation: Attestation): number[] {
  const tag = attestation.kind === "unknown" ? attestation.tag : attestationTags[attestation.kind];
  return [attestationTag, ...tag, ...withLength(encodePayload(attestation))];
}

function encodePayload(attestation: Attestation): Iterable<number> {
  switch (attestation.kind) {
    case "pending":
      return withLength(new TextEncoder().encode(attestation.calendar));
    case "bitcoin":
      return unsigned(attestation.height);
    case "unknown":
      return attestation.payload;
  }
}

function withLength(bytes: Iterable<number>): number[] {
  const content = [...bytes];
  return [...unsigned(content.length), ...content];
}

/** Unsigned LEB128: seven bits per byte, lowest first; the high bit means that more bytes follow. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...unsigned(Math.floor(value / 0x80))];
}
