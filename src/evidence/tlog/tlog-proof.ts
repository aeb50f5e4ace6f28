import { decodeBase64, encodeBase64 } from "./base64.ts";
import { type Checkpoint, openCheckpoint, parseCheckpoint } from "./checkpoint.ts";
import { commitmentTo, saltSize } from "./commitment.ts";
import { hashSize, leafHash } from "./merkle.ts";
import { provesInclusion } from "./proof-check.ts";
import { type NoteVerifier, parseNote } from "./signed-note.ts";

/**
 * A receipt that proves without our service that an entry is in the log (c2sp.org/tlog-proof@v1). `extra` is not
 * covered by the proof; in our receipts it is the salt of the entry. `checkpoint` is the signed note.
 */
export type TlogProof = { extra?: Uint8Array; index: number; hashes: Uint8Array[]; checkpoint: string };

const firstLine = "c2sp.org/tlog-proof@v1";
const maxHashes = 63;

/** Serializes the receipt; its file extension is .tlog-proof. */
export function printTlogProof({ extra, index, hashes, checkpoint }: TlogProof): string {
  const extraLine = extra ? [`extra ${encodeBase64(extra)}`] : [];
  const lines = [firstLine, ...extraLine, `index ${index}`, ...hashes.map(encodeBase64)];
  return `${lines.join("\n")}\n\n${checkpoint}`;
}

/** Parses a receipt without verifying it; undefined if it is malformed. */
export function parseTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  const extraText = lines[0]?.startsWith("extra ") ? lines.shift()?.slice("extra ".length) : undefined;
  const [indexLine = "", ...hashLines] = lines;
  const extra = extraText === undefined ? undefined : decodeBase64(extraText);
  const index = Number(/^index (0|[1-9]\d*)$/.exec(indexLine)?.[1] ?? Number.NaN);
  const hashes = hashLines.map(decodeBase64).filter((hash) => hash?.length === hashSize);
  const isWhole = hashes.length === hashLines.length && (extraText === undefined) === (extra === undefined);
  if (first !== firstLine || !Number.isSafeInteger(index) || !isWhole || hashes.length > maxHashes)
    return undefined;
  return {
    ...(extra ? { extra } : {}),
    index,
    hashes: hashes.filter((hash) => hash !== undefined),
    checkpoint: text.slice(end + 2),
  };
}

/** The text of the checkpoint in a receipt, without its signatures; undefined for anything else. Verifies nothing. */
export function checkpointIn(receipt: string): Uint8Array | undefined {
  const text = parseNote(parseTlogProof(receipt)?.checkpoint ?? "")?.text;
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/**
 * The checkpoint under which a receipt proves that the entry is in the log; undefined if it does not. Only the
 * signature of a checkpoint that contains the entry is checked: among many receipts, most are about other entries.
 */
export function checkTlogProof(text: string, entry: Uint8Array, log: NoteVerifier): Checkpoint | undefined {
  const note = claimedHead(text, entry);
  return note === undefined ? undefined : openCheckpoint(note, log);
}

/** The signed note with the head that the entry leads to; the note is not verified. */
function claimedHead(text: string, entry: Uint8Array): string | undefined {
  const proof = parseTlogProof(text);
  const claimed = proof && parseCheckpoint(parseNote(proof.checkpoint)?.text ?? "");
  const isIncluded = claimed && provesInclusion(proof.hashes, proof.index, leafHash(entry), claimed);
  return isIncluded ? proof.checkpoint : undefined;
}

/** The same for one of our receipts and its attestation (compact JWS). */
export function checkReceipt(text: string, attestation: string, log: NoteVerifier): Checkpoint | undefined {
  const entry = entryOf(text, attestation);
  return entry && checkTlogProof(text, entry, log);
}

/** True if a receipt leads from this attestation to the head that it names, no matter who signed that head. */
export function isReceiptFor(text: string, attestation: string): boolean {
  const entry = entryOf(text, attestation);
  return entry !== undefined && claimedHead(text, entry) !== undefined;
}

function entryOf(receipt: string, attestation: string): Uint8Array | undefined {
  const salt = parseTlogProof(receipt)?.extra;
  return salt?.length === saltSize ? commitmentTo(attestation, salt) : undefined;
}
