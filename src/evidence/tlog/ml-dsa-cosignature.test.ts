import { expect, test } from "bun:test";
import { ml_dsa44 } from "@noble/post-quantum/ml-dsa.js";
import { createSigningKey } from "../signing-key.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import { cosignedAt, packCosignature } from "./cosignature.ts";
import { cosignedTree } from "./ml-dsa-cosignature.ts";
import { signCheckpoint } from "./sign-note.ts";
import {
  computeKeyId,
  type NoteVerifier,
  parseNote,
  parseVerifierKey,
  printSignature,
  printVerifierKey,
  signatureTypes,
} from "./signed-note.ts";

const pair = ml_dsa44.keygen(new Uint8Array(32).fill(5));
const witness: NoteVerifier = {
  name: "witness.example/pq",
  type: signatureTypes.mlDsaCosignature,
  publicKey: pair.publicKey,
};
const checkpoint = signCheckpoint(
  { origin: "log.example/log", size: 42, hash: new Uint8Array(32).fill(1) },
  createSigningKey((size) => new Uint8Array(size).fill(2)),
);

/** The checkpoint with a line of this witness; name and time in the signed message may differ. */
function cosigned(time: number, said: { name?: string; time?: number } = {}): string {
  const head = parseCheckpoint(parseNote(checkpoint)?.text ?? "");
  const message = head && cosignedTree(said.name ?? witness.name, said.time ?? time, head);
  if (!message) throw new Error("There is nothing to sign.");
  const signature = packCosignature(time, ml_dsa44.sign(message, pair.secretKey));
  return checkpoint + printSignature({ name: witness.name, keyId: computeKeyId(witness), signature });
}

test("an ML-DSA-44 cosignature states when the checkpoint was seen", () => {
  expect(cosignedAt(cosigned(1_795_000_000), witness)).toBe(1_795_000_000);
  expect(cosignedAt(cosigned(0), witness)).toBe(0);
});

test("a cosignature for another name, time or checkpoint, or a changed one, is false", () => {
  expect(cosignedAt(cosigned(5, { name: "witness.example/other" }), witness)).toBeUndefined();
  expect(cosignedAt(cosigned(5, { time: 6 }), witness)).toBeUndefined();
  expect(cosignedAt(cosigned(5).replace("\n42\n", "\n43\n"), witness)).toBeUndefined();
  const note = cosigned(5);
  const at = note.length - 1_000;
  const changed = note.slice(0, at) + (note[at] === "A" ? "B" : "A") + note.slice(at + 1);
  expect(cosignedAt(changed, witness)).toBeUndefined();
});

test("its key is serialized as one line; a key of the wrong length is rejected", () => {
  const line = printVerifierKey(witness);
  expect(parseVerifierKey(line)).toEqual(witness);
  expect(parseVerifierKey(printVerifierKey({ ...witness, publicKey: new Uint8Array(32) }))).toBeUndefined();
  const ed25519 = { ...witness, type: signatureTypes.cosignature };
  expect(parseVerifierKey(printVerifierKey(ed25519))).toBeUndefined();
});

test("the signed message has the layout of the standard", () => {
  const bytes = cosignedTree("w", 258, { origin: "o", size: 3, hash: new Uint8Array(32).fill(255) });
  const hex = Buffer.from(bytes ?? []).toString("hex");
  expect(hex).toBe(
    `${Buffer.from("subtree/v1\n\0").toString("hex")}0177${"0000000000000102"}016f${"00".repeat(8)}0000000000000003${"ff".repeat(32)}`,
  );
});
