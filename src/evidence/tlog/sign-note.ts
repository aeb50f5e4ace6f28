import { decodeBase64url } from "../base64url.ts";
import { type SigningKey, signEd25519 } from "../signing-key.ts";
import { type Checkpoint, printCheckpoint } from "./checkpoint.ts";
import { cosignedMessage, packCosignature } from "./cosignature.ts";
import { computeKeyId, type NoteVerifier, printNote, printSignature, signatureTypes } from "./signed-note.ts";

// Server only: browsers must not import this file.

/** The public part of a key with the name under which it signs notes. */
export function buildVerifier(
  name: string,
  key: SigningKey,
  type: NoteVerifier["type"] = signatureTypes.note,
): NoteVerifier {
  return { name, type, publicKey: decodeBase64url(key.jwk.x) ?? new Uint8Array() };
}

/** The checkpoint as a note signed by the log under its origin. The same input gives the same text. */
export function signCheckpoint(checkpoint: Checkpoint, key: SigningKey): string {
  return signNote(printCheckpoint(checkpoint), checkpoint.origin, key);
}

/** A text that ends with a newline as a note signed under a name. The same input gives the same note. */
export function signNote(text: string, name: string, key: SigningKey): string {
  const signature = signEd25519(new TextEncoder().encode(text), key);
  return printNote({
    text,
    signatures: [{ name, keyId: computeKeyId(buildVerifier(name, key)), signature }],
  });
}

/**
 * The cosignature line of `name` for this checkpoint at `time` (seconds since 1970). The caller must have made sure
 * that `name` has not cosigned a conflicting checkpoint: only the text is looked at here.
 */
export function cosign(checkpointText: string, name: string, key: SigningKey, time: number): string {
  const keyId = computeKeyId(buildVerifier(name, key, signatureTypes.cosignature));
  const signature = packCosignature(time, signEd25519(cosignedMessage(checkpointText, time), key));
  return printSignature({ name, keyId, signature });
}
