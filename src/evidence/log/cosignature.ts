import { parseCheckpoint } from "./checkpoint.ts";
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
 * What a witness signs (c2sp.org/tlog-cosignature, Ed25519): two lines of its own and the text of the checkpoint.
 * `time` is in whole seconds since 1970.
 */
export function cosignedMessage(checkpointText: string, time: number): Uint8Array {
  return new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${checkpointText}`);
}

/** The line of a cosignature in its parts: eight bytes of time, then the signature. */
export function packCosignature(time: number, signature: Uint8Array): Uint8Array {
  const packed = new Uint8Array(timeSize + signature.length);
  new DataView(packed.buffer).setBigUint64(0, BigInt(time));
  packed.set(signature, timeSize);
  return packed;
}

/**
 * When a witness saw this checkpoint: seconds since 1970 of its newest cosignature; undefined when it made none, or
 * one in its name is false.
 */
export function cosignedAt(note: string, witness: NoteVerifier): number | undefined {
  const parsed = parseNote(note);
  if (!parsed || witness.type !== signatureTypes.cosignature || !parseCheckpoint(parsed.text))
    return undefined;
  const times = signaturesBy(parsed, witness).map((line) => timeOf(line, parsed.text, witness));
  if (times.length === 0 || times.includes(undefined)) return undefined;
  return Math.max(...times.filter((time) => time !== undefined));
}

function timeOf({ signature }: NoteSignature, text: string, { publicKey }: NoteVerifier): number | undefined {
  if (signature.length !== timeSize + 64) return undefined;
  const { buffer, byteOffset } = signature;
  const time = Number(new DataView(buffer, byteOffset).getBigUint64(0));
  const isTrue = isEd25519(signature.subarray(timeSize), cosignedMessage(text, time), publicKey);
  return Number.isSafeInteger(time) && isTrue ? time : undefined;
}
