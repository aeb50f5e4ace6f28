import { sha256 } from "@noble/hashes/sha2.js";

/** An operation on the path from a message to an attestation. Calendars use no others. */
export type Operation = { name: "append" | "prepend"; bytes: Uint8Array } | { name: "sha256" };

/** A statement about a message. Unknown kinds are preserved. */
export type Attestation =
  /** The calendar at this address has the message and promises a confirmation. */
  | { kind: "pending"; calendar: string }
  /** The message is the merkle root of the Bitcoin block with this height, in the byte order of the block header. */
  | { kind: "bitcoin"; height: number }
  | { kind: "unknown"; tag: Uint8Array; payload: Uint8Array };

/** A proof as a tree: a message, its attestations, and the operations that lead to further messages. */
export type Timestamp = { message: Uint8Array; attestations: Attestation[]; steps: Step[] };
type Step = { operation: Operation; result: Timestamp };

export type Attested = { message: Uint8Array; attestation: Attestation };

/** Maximum length of a message and of an operand in bytes (python-opentimestamps, MAX_MSG_LENGTH). */
export const maxMessageBytes = 4_096;

/** The result of an operation. */
export function applyTo(message: Uint8Array, operation: Operation): Uint8Array {
  switch (operation.name) {
    case "append":
      return Uint8Array.of(...message, ...operation.bytes);
    case "prepend":
      return Uint8Array.of(...operation.bytes, ...message);
    case "sha256":
      return sha256(message);
  }
}

/** The tree that begins with these operations; `end` builds the last node from the message that they lead to. */
export function buildPath(
  message: Uint8Array,
  [operation, ...further]: Operation[],
  end: (message: Uint8Array) => Timestamp,
): Timestamp {
  if (!operation) return end(message);
  const result = buildPath(applyTo(message, operation), further, end);
  return { message, attestations: [], steps: [{ operation, result }] };
}

/** All attestations, each with its message. */
export function attestationsIn({ message, attestations, steps }: Timestamp): Attested[] {
  return [
    ...attestations.map((attestation) => ({ message, attestation })),
    ...steps.flatMap(({ result }) => attestationsIn(result)),
  ];
}

/** The tree with only the wanted attestations and the paths to them; undefined if none is left. */
export function keepOnly(
  { message, attestations, steps }: Timestamp,
  isWanted: (attested: Attested) => boolean,
): Timestamp | undefined {
  const kept = {
    message,
    attestations: attestations.filter((attestation) => isWanted({ message, attestation })),
    steps: steps.flatMap(({ operation, result }) => {
      const rest = keepOnly(result, isWanted);
      return rest ? [{ operation, result: rest }] : [];
    }),
  };
  return kept.attestations.length + kept.steps.length > 0 ? kept : undefined;
}
