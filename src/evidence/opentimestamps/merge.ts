import { compareAttestations, compareOperations } from "./order.ts";
import type { Timestamp } from "./timestamp.ts";

/** Merges two trees of the same message. Duplicates occur once. */
export function mergeTimestamps(one: Timestamp, other: Timestamp): Timestamp {
  const merged = { ...one, attestations: [...one.attestations], steps: [...one.steps] };
  for (const attestation of other.attestations) {
    const isThere = merged.attestations.some((known) => compareAttestations(known, attestation) === 0);
    if (!isThere) merged.attestations.push(attestation);
  }
  for (const step of other.steps) {
    const at = merged.steps.findIndex((known) => compareOperations(known.operation, step.operation) === 0);
    const known = merged.steps[at];
    if (known) merged.steps[at] = { ...known, result: mergeTimestamps(known.result, step.result) };
    else merged.steps.push(step);
  }
  return merged;
}
