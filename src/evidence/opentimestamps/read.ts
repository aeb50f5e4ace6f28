import { sameBytes } from "../hash.ts";
import { mergeTimestamps } from "./merge.ts";
import { attestationTag, attestationTags, branchTag, fileHeader, operationTags } from "./tags.ts";
import { type Attestation, applyTo, maxMessageBytes, type Operation, type Timestamp } from "./timestamp.ts";

/** Maximum size of a file in bytes: answers from several calendars, each before and after its confirmation. */
const maxProofBytes = 128 * 1_024;
/** Maximum size of a calendar's answer in bytes, as in the reference implementation. */
export const maxAnswerBytes = 10_000;
/** Maximum number of consecutive operations, as in the reference implementation. */
const maxSteps = 256;
/** Maximum number of branches at one message. */
const maxBranches = 256;
const maxPayloadBytes = 8_192;
const maxCalendarBytes = 1_000;
/** The largest possible block height. */
const maxHeight = 0xffff_ffff;
const digestBytes = 32;
const tagBytes = 8;

/**
 * Parses an .ots file; undefined if it is not one, if its hash is not SHA-256, or if it has an operation that no
 * calendar uses. Does not verify its attestations.
 */
export function readProof(file: Uint8Array): Timestamp | undefined {
  if (file.length > maxProofBytes) return undefined;
  return wellFormed(file, (bytes) => {
    bytes.expect(fileHeader);
    bytes.expect(Uint8Array.of(operationTags.sha256));
    return readTree(bytes, bytes.take(digestBytes), maxSteps);
  });
}

/** Parses a calendar's answer about a message; undefined if it is malformed or exceeds the size limit. */
export function readTimestamp(answer: Uint8Array, message: Uint8Array): Timestamp | undefined {
  if (answer.length > maxAnswerBytes) return undefined;
  return wellFormed(answer, (bytes) => readTree(bytes, message, maxSteps));
}

function wellFormed(content: Uint8Array, read: (bytes: Bytes) => Timestamp): Timestamp | undefined {
  const bytes = new Bytes(content);
  try {
    const timestamp = read(bytes);
    return bytes.isAtEnd() ? timestamp : undefined;
  } catch (error) {
    if (error instanceof MalformedProof) return undefined;
    throw error;
  }
}

/** `stepsLeft` limits the depth of the recursion and so the number of operations on one path. */
function readTree(bytes: Bytes, message: Uint8Array, stepsLeft: number): Timestamp {
  if (stepsLeft === 0) throw new MalformedProof("Too many operations in a row.");
  let tree: Timestamp = { message, attestations: [], steps: [] };
  for (let branch = 0, isLast = false; !isLast; branch += 1) {
    if (branch === maxBranches) throw new MalformedProof("Too many branches.");
    let tag = bytes.byte();
    isLast = tag !== branchTag;
    if (!isLast) tag = bytes.byte();
    tree = mergeTimestamps(tree, readBranch(bytes, message, tag, stepsLeft));
  }
  return tree;
}

function readBranch(bytes: Bytes, message: Uint8Array, tag: number, stepsLeft: number): Timestamp {
  if (tag === attestationTag) {
    return { message, attestations: [readAttestation(bytes, message)], steps: [] };
  }
  const operation = readOperation(bytes, tag);
  const made = applyTo(message, operation);
  if (made.length > maxMessageBytes) throw new MalformedProof("A message is too long.");
  return { message, attestations: [], steps: [{ operation, result: readTree(bytes, made, stepsLeft - 1) }] };
}

function readOperation(bytes: Bytes, tag: number): Operation {
  if (tag === operationTags.sha256) return { name: "sha256" };
  if (tag !== operationTags.append && tag !== operationTags.prepend) {
    throw new MalformedProof(`An operation is unknown: ${tag}.`);
  }
  const operand = bytes.withLength(maxMessageBytes);
  if (operand.length === 0) throw new MalformedProof("An operation does nothing.");
  return { name: tag === operationTags.append ? "append" : "prepend", bytes: operand };
}

function readAttestation(bytes: Bytes, message: Uint8Array): Attestation {
  const tag = bytes.take(tagBytes);
  const payload = bytes.withLength(maxPayloadBytes);
  const content = new Bytes(payload);
  if (sameBytes(tag, attestationTags.pending))
    return ended(content, { kind: "pending", calendar: address(content) });
  if (sameBytes(tag, attestationTags.bitcoin)) {
    if (message.length !== digestBytes) throw new MalformedProof("A message is no merkle root.");
    return ended(content, { kind: "bitcoin", height: content.unsigned(maxHeight) });
  }
  return { kind: "unknown", tag, payload };
}

/** No query, no user name and no escapes, as in the reference implementation. */
function address(content: Bytes): string {
  const text = String.fromCharCode(...content.withLength(maxCalendarBytes));
  if (!/^[A-Za-z0-9._/:-]*$/.test(text)) throw new MalformedProof("An address has other characters.");
  return text;
}

function ended(content: Bytes, attestation: Attestation): Attestation {
  if (!content.isAtEnd()) throw new MalformedProof("An attestation goes on after its end.");
  return attestation;
}

/** The only error that the parser throws. Its message is for developers. */
class MalformedProof extends Error {
  override readonly name = "MalformedProof";
}

/** Reads bytes from the front. Throws MalformedProof if they end too early or a number is too large. */
class Bytes {
  readonly #content: Uint8Array;
  #at = 0;

  constructor(content: Uint8Array) {
    this.#content = content;
  }

  isAtEnd(): boolean {
    return this.#at === this.#content.length;
  }

  take(count: number): Uint8Array {
    const taken = this.#content.slice(this.#at, this.#at + count);
    if (taken.length !== count) throw new MalformedProof("The bytes end too early.");
    this.#at += count;
    return taken;
  }

  byte(): number {
    return this.take(1)[0] ?? 0;
  }

  expect(expected: Uint8Array): void {
    if (!sameBytes(this.take(expected.length), expected))
      throw new MalformedProof("Other bytes belong here.");
  }

  /** Reads unsigned LEB128. */
  unsigned(max: number): number {
    let value = 0;
    for (let weight = 1; weight <= max; weight *= 0x80) {
      const byte = this.byte();
      value += (byte % 0x80) * weight;
      if (value > max) break;
      if (byte < 0x80) return value;
    }
    throw new MalformedProof("A number is too large.");
  }

  /** Reads bytes with a length prefix. */
  withLength(max: number): Uint8Array {
    return this.take(this.unsigned(max));
  }
}
