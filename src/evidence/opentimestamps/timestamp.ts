import { sha256 } from "@noble/hashes/sha2.js";

/** What is done to a message on its way to an attestation. Calendars use no other operations. */
export type Operation = { name: "append" | "prepend"; bytes: Uint8Array } | { name: "sha256" };

/** Who says something about a message. What this product does not know is kept as it is. */
export type Attestation =
  /** A calendar has taken the message and will have it confirmed; its address. */
  | { kind: "pending"; calendar: string }
  /** The message is the merkle root of the Bitcoin block of this height, its bytes as in the block's header. */
  | { kind: "bitcoin"; height: number }
  | { kind: "unknown"; tag: Uint8Array; payload: Uint8Array };

/** A proof as a tree: a message, who attests it, and what leads on from it to attested messages. */
export type Timestamp = { message: Uint8Array; attestations: Attestation[]; steps: Step[] };
type Step = { operation: Operation; result: Timestamp };

export type Attested = { message: Uint8Array; attestation: Attestation };

/** Bytes of the longest message, and of the longest operand (python-opentimestamps, MAX_MSG_LENGTH). */
export const maxMessageBytes = 4_096;

/** The message an operation makes of another. */
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

/** The tree that begins with these operations; `end` makes its last part of the message they lead to. */
export function leadOn(
  message: Uint8Array,
  [operation, ...further]: Operation[],
  end: (message: Uint8Array) => Timestamp,
): Timestamp {
  if (!operation) return end(message);
  const result = leadOn(applyTo(message, operation), further, end);
  return { message, attestations: [], steps: [{ operation, result }] };
}

/** Everything that is attested, and the message each attestation is about. */
export function attestationsIn({ message, attestations, steps }: Timestamp): Attested[] {
  return [
    ...attestations.map((attestation) => ({ message, attestation })),
    ...steps.flatMap(({ result }) => attestationsIn(result)),
  ];
}

/** The tree with those attestations alone that are wanted, and what leads to them; undefined when none is. */
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
