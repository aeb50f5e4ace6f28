/** Test support: bytes as an attacker might send them. */

/** Numbers from 0 to before `below`; the same on every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Truncates, duplicates, or replaces one to four bytes with `other` of the old one. */
export function mutated(
  bytes: Uint8Array,
  random: (below: number) => number,
  other: (old: number) => number,
): Uint8Array {
  const kind = random(8);
  if (kind === 0) return bytes.slice(0, random(bytes.length));
  if (kind === 1) return Uint8Array.of(...bytes.slice(0, random(bytes.length)), ...bytes);
  const changed = bytes.slice();
  for (let change = random(4); change >= 0; change--) {
    const at = random(changed.length);
    changed[at] = other(changed[at] ?? 0);
  }
  return changed;
}
