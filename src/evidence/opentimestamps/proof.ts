import { sameBytes } from "../hash.ts";
import { mergeTimestamps } from "./merge.ts";
import { compareAttestations, compareOperations } from "./order.ts";
import { readProof, readTimestamp } from "./read.ts";
import { attestationTag, attestationTags, branchTag, fileHeader, operationTags } from "./tags.ts";
import {
  type Attestation,
  type Attested,
  applyTo,
  attestationsIn,
  keepOnly,
  leadOn,
  type Operation,
  type Timestamp,
} from "./timestamp.ts";

export const nonceSize = 16;

/** A digest on its way to the calendars: what they are given hides it, so that they learn nothing. */
export type Blinded = { digest: Uint8Array; nonce: Uint8Array };

/** The 32 bytes calendars are given: SHA-256(digest || nonce). */
export function computeSubmission({ digest, nonce }: Blinded): Uint8Array {
  return blinding(nonce).reduce(applyTo, digest);
}

const blinding = (nonce: Uint8Array): Operation[] => [{ name: "append", bytes: nonce }, { name: "sha256" }];

/**
 * The .ots file with what a calendar answered when it was given the submission; `file` is what others gave before.
 * Only what leads to the promise of the calendar that was asked is taken over. Undefined when there is no such
 * promise, or the answer is malformed.
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
  const promise = given && keepOnly(given, isPromise);
  if (!promise) return undefined;
  const proof = leadOn(blinded.digest, blinding(blinded.nonce), () => promise);
  const before = file && readProof(file);
  return writtenAgain(before ? mergeTimestamps(before, proof) : proof);
}

/** The nonce of a proof of ours, so that a calendar that was silent can be given the same submission later. */
export function nonceOf(file: Uint8Array): Uint8Array | undefined {
  const [step, ...others] = readProof(file)?.steps ?? [];
  if (step?.operation.name !== "append" || others.length > 0) return undefined;
  return step.operation.bytes.length === nonceSize ? step.operation.bytes : undefined;
}

/** A promise that is still to be kept: what to ask the calendar for. */
export type Promised = { calendar: string; commitment: Uint8Array };

export function promisesIn(file: Uint8Array): Promised[] {
  const proof = readProof(file);
  return (proof ? attestationsIn(proof) : []).flatMap(({ message, attestation }) =>
    attestation.kind === "pending" ? [{ calendar: attestation.calendar, commitment: message }] : [],
  );
}

/**
 * The .ots file with what a calendar answered about its commitment: only what leads to Bitcoin blocks is taken over.
 * Undefined when the answer leads to none, is malformed, or makes a file that is too long to be read.
 */
export function withConfirmation(
  file: Uint8Array,
  { commitment }: Promised,
  answer: Uint8Array,
): Uint8Array | undefined {
  const proof = readProof(file);
  const given = readTimestamp(answer, commitment);
  const confirmation = given && keepOnly(given, ({ attestation }) => attestation.kind === "bitcoin");
  return proof && confirmation && writtenAgain(goOnAt(proof, commitment, confirmation));
}

/** The tree, gone on with wherever it has this message. */
function goOnAt(tree: Timestamp, message: Uint8Array, further: Timestamp): Timestamp {
  const steps = tree.steps.map(({ operation, result }) => ({
    operation,
    result: goOnAt(result, message, further),
  }));
  return sameBytes(tree.message, message) ? mergeTimestamps({ ...tree, steps }, further) : { ...tree, steps };
}

/** Bounds hold for what was put together too: what cannot be read again is not kept. */
function writtenAgain(proof: Timestamp): Uint8Array | undefined {
  const file = writeProof(proof);
  return readProof(file) ? file : undefined;
}

/** Addresses with and without a slash at the end are the same. */
export const isSameAddress = (one: string, other: string) =>
  one.replace(/\/+$/, "") === other.replace(/\/+$/, "");

/** The .ots file of a proof about the SHA-256 of a file. The same proof always gives the same bytes. */
export function writeProof(proof: Timestamp): Uint8Array {
  return Uint8Array.from([...fileHeader, operationTags.sha256, ...proof.message, ...writeTimestamp(proof)]);
}

/** A proof without its message, as calendars answer. Throws where something leads to no attestation. */
export function writeTimestamp({ attestations, steps }: Timestamp): Uint8Array {
  const branches = [
    ...attestations.toSorted(compareAttestations).map(writeAttestation),
    ...steps
      .toSorted((one, other) => compareOperations(one.operation, other.operation))
      .map(({ operation, result }) => [...writeOperation(operation), ...writeTimestamp(result)]),
  ];
  const last = branches.pop();
  if (!last) throw new Error("A time-stamp without an attestation cannot be written.");
  return Uint8Array.from([...branches.flatMap((branch) => [branchTag, ...branch]), ...last]);
}

function writeOperation(operation: Operation): number[] {
  const tag = operationTags[operation.name];
  return "bytes" in operation ? [tag, ...withLength(operation.bytes)] : [tag];
}

function writeAttestation(attestation: Attestation): number[] {
  const tag = attestation.kind === "unknown" ? attestation.tag : attestationTags[attestation.kind];
  return [attestationTag, ...tag, ...withLength(payloadOf(attestation))];
}

function payloadOf(attestation: Attestation): Iterable<number> {
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

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...unsigned(Math.floor(value / 0x80))];
}
