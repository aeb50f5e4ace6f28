import type { HashName } from "../../evidence/hash.ts";

/** Until when a hash may protect proofs, and why; `next` takes its place. No date: no one has announced an end. */
type HashEnd = { end?: Date; reason: string; next?: HashName };
export type HashEnds = Record<HashName, HashEnd>;

/**
 * The one table of ends, checked before each release. What it says is the trees' hash: tokens are signed with the
 * algorithms of their authorities, whose certificates end by themselves.
 */
export const hashEnds: HashEnds = {
  "SHA-256": { reason: "NIST (IR 8547) and BSI (TR-02102-1) name no end for it", next: "SHA-512" },
  "SHA-384": { reason: "NIST (IR 8547) and BSI (TR-02102-1) name no end for it" },
  "SHA-512": { reason: "NIST (IR 8547) and BSI (TR-02102-1) name no end for it" },
};

/** The first hash, from SHA-256 on, that does not end by this time. */
export function hashUntil(time: Date, ends: HashEnds): HashName {
  let name: HashName = "SHA-256";
  for (let { end, next } = ends[name]; end && end <= time && next; { end, next } = ends[name]) name = next;
  return name;
}
