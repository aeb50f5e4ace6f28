/** The tag byte of each operation. */
export const operationTags = { sha256: 0x08, append: 0xf0, prepend: 0xf1 } as const;

/** Precedes every branch but the last, and every attestation. */
export const branchTag = 0xff;
export const attestationTag = 0x00;

/** The eight bytes that identify the type of an attestation. */
export const attestationTags = {
  pending: Uint8Array.of(0x83, 0xdf, 0xe3, 0x0d, 0x2e, 0xf9, 0x0c, 0x8e),
  bitcoin: Uint8Array.of(0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01),
} as const;

/** The magic bytes of an .ots file: a name that is visible in a dump, bytes that no other format has, and version 1. */
export const fileHeader: Uint8Array = Uint8Array.of(
  0,
  ...new TextEncoder().encode("OpenTimestamps\0\0Proof\0"),
  ...[0xbf, 0x89, 0xe2, 0xe8, 0x84, 0xe8, 0x92, 0x94],
  1,
);
