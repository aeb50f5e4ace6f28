import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { sameBytes } from "../hash.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";

// As in jws.ts: plain http has no crypto.subtle.
hashes.sha512 = sha512;

/**
 * The signature type byte: a note's text, or a cosignature with a time, with Ed25519 or ML-DSA-44
 * (c2sp.org/signed-note, tlog-cosignature).
 */
export const signatureTypes = { note: 0x01, cosignature: 0x04, mlDsaCosignature: 0x06 } as const;
const keySizes: Record<SignatureType, number> = { 1: 32, 4: 32, 6: 1312 };
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

/** A public key (Ed25519, 32 bytes; ML-DSA-44, 1312) with the name under which it signs. */
export type NoteVerifier = { name: string; type: SignatureType; publicKey: Uint8Array };

/** `signature` is what follows the four bytes of the key ID. */
export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array };
/** `text` ends with a newline and is the signed text. */
export type SignedNote = { text: string; signatures: NoteSignature[] };

const keyIdSize = 4;
const maxBytes = 1_000_000;
const maxSignatures = 100;

/** The first four bytes of SHA-256(name || 0A || type || public key). */
export function computeKeyId({ name, type, publicKey }: NoteVerifier): Uint8Array {
  const named = new TextEncoder().encode(`${name}\n`);
  return sha256
    .create()
    .update(named)
    .update(Uint8Array.of(type))
    .update(publicKey)
    .digest()
    .slice(0, keyIdSize);
}

/** The verifier key as one line: name+key ID in hex+base64(type || public key). */
export function printVerifierKey(verifier: NoteVerifier): string {
  const hex = [...computeKeyId(verifier)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${verifier.name}+${hex}+${encodeBase64(Uint8Array.of(verifier.type, ...verifier.publicKey))}`;
}

/** Parses a verifier key line; undefined if it is malformed or its key ID does not match. */
export function parseVerifierKey(line: string): NoteVerifier | undefined {
  const [, name = "", , keyText = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const key = decodeBase64(keyText);
  const type = Object.values(signatureTypes).find((known) => known === key?.[0]);
  if (!key || type === undefined || key.length !== 1 + keySizes[type] || !isKeyName(name)) return undefined;
  const verifier = { name, type, publicKey: key.slice(1) };
  return printVerifierKey(verifier) === line ? verifier : undefined;
}

/** Key names are not empty and contain neither white space nor a plus. */
function isKeyName(name: string): boolean {
  return name !== "" && !/[\s+]/u.test(name);
}

/** Serializes the note with its signatures. */
export function printNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(printSignature).join("")}`;
}

/** A signature line: — name base64(key ID || signature). */
export function printSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${encodeBase64(Uint8Array.of(...keyId, ...signature))}\n`;
}

/** Parses a signed note without verifying it; undefined if it is malformed. */
export function parseNote(note: string): SignedNote | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not have
  if (note.length > maxBytes || !note.isWellFormed() || /[\x00-\x09\x0b-\x1f]/.test(note)) return undefined;
  const end = note.lastIndexOf("\n\n");
  if (end === -1 || !note.endsWith("\n")) return undefined;
  const lines = note.slice(end + 2, -1).split("\n");
  const signatures = lines.map(parseSignature).filter((signature) => signature !== undefined);
  if (signatures.length !== lines.length || lines.length > maxSignatures) return undefined;
  return { text: note.slice(0, end + 1), signatures };
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name = "", encoded = ""] = /^— (\S+) (\S+)$/.exec(line) ?? [];
  const bytes = decodeBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= keyIdSize) return undefined;
  return { name, keyId: bytes.slice(0, keyIdSize), signature: bytes.slice(keyIdSize) };
}

/** The signatures of a note that claim to be by this key, unverified. */
export function signaturesBy(note: SignedNote, verifier: NoteVerifier): NoteSignature[] {
  const keyId = computeKeyId(verifier);
  return note.signatures.filter(({ name, keyId: id }) => name === verifier.name && sameBytes(id, keyId));
}

/** The text of a note; undefined unless this key signed it and no signature under its name is false. */
export function openNote(note: string, verifier: NoteVerifier, check = isEd25519): string | undefined {
  const parsed = parseNote(note);
  if (parsed === undefined || verifier.type !== signatureTypes.note) return undefined;
  const signatures = signaturesBy(parsed, verifier);
  const message = new TextEncoder().encode(parsed.text);
  const isSigned = signatures.every(({ signature }) => check(signature, message, verifier.publicKey));
  return signatures.length > 0 && isSigned ? parsed.text : undefined;
}

/** RFC 8032, 5.1.7; small-order keys are rejected. */
export function isEd25519(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean {
  return signature.length === 64 && verify(signature, message, publicKey, { zip215: false });
}
