import { attestationTags, operationTags } from "./tags.ts";
import type { Attestation, Operation } from "./timestamp.ts";

/** The reference implementation's order of operations; 0 only for equal ones. */
export function compareOperations(one: Operation, other: Operation): number {
  const operand = (operation: Operation) => ("bytes" in operation ? operation.bytes : new Uint8Array());
  return operationTags[one.name] - operationTags[other.name] || compareBytes(operand(one), operand(other));
}

/** The reference implementation's order of attestations; 0 only for equal ones. */
export function compareAttestations(one: Attestation, other: Attestation): number {
  if (one.kind === "bitcoin" && other.kind === "bitcoin") return one.height - other.height;
  return compareBytes(getTag(one), getTag(other)) || compareBytes(encodeContent(one), encodeContent(other));
}

const getTag = (attestation: Attestation) =>
  attestation.kind === "unknown" ? attestation.tag : attestationTags[attestation.kind];

function encodeContent(attestation: Attestation): Uint8Array {
  if (attestation.kind === "unknown") return attestation.payload;
  return new TextEncoder().encode(attestation.kind === "pending" ? attestation.calendar : "");
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (const [at, byte] of one.entries()) {
    const difference = byte - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
