import { type Checkpoint, parseCheckpoint } from "./checkpoint.ts";
import { cosignedTree, isMlDsa } from "./ml-dsa-cosignature.ts";
import {
  isEd25519,
  type NoteSignature,
  type NoteVerifier,
  parseNote,
  signaturesBy,
  signatureTypes,
} from "./signed-note.ts";

const timeSize = 8;

/**
 * The message that a witness signs (c2sp.org/tlog-cosignature, Ed25519): two header lines and the text of the
 * checkpoint. `time` is in whole seconds since 1970.
 */
export function cosignedMessage(checkpointText: string, time: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${checkpointText}`);
}

/** The payload of a cosignature: eight bytes of time, then the signature. */
export function packCosignature(time: number, signature: Uint8Array): Uint8Array {
  const packed = new Uint8Array(timeSize + signature.length);
  new DataView(packed.buffer).setBigUint64(0, BigInt(time));
  packed.set(signature, timeSize);
  return packed;
}

/**
 * When a witness cosigned this checkpoint: seconds since 1970 of its newest cosignature, 0 if it states no time;
 * undefined if there is none, or if one under its name is false.
 */
export function cosignedAt(note: string, witness: NoteVerifier): number | undefined {
  const parsed = parseNote(note);
  const head = parsed && parseCheckpoint(parsed.text);
  if (!parsed || !head || witness.type === signatureTypes.note) return undefined;
  const times = signaturesBy(parsed, witness).map((line) => readTime(line, parsed.text, head, witness));
  if (times.length === 0 || times.includes(undefined)) return undefined;
  return Math.max(...times.filter((time) => time !== undefined));
}

function readTime(
  { signature: packed }: NoteSignature,
  text: string,
  head: Checkpoint,
  { name, type, publicKey }: NoteVerifier,
): number | undefined {
  if (packed.length <= timeSize) return undefined;
  const { buffer, byteOffset } = packed;
  const time = Number(new DataView(buffer, byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(time)) return undefined;
  const signature = packed.subarray(timeSize);
  if (type !== signatureTypes.mlDsaCosignature) {
    return isEd25519(signature, cosignedMessage(text, time), publicKey) ? time : undefined;
  }
  const message = cosignedTree(name, time, head);
  return message && isMlDsa(signature, message, publicKey) ? time : undefined;
}
