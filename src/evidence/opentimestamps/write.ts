import { compareAttestations, compareOperations } from "./order.ts";
import { attestationTag, attestationTags, branchTag, fileHeader, operationTags } from "./tags.ts";
import type { Attestation, Operation, Timestamp } from "./timestamp.ts";

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
