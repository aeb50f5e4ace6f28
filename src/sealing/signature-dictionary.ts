import type { Revision } from "../stamping/pdf/revision.ts";
import { textString } from "../stamping/pdf/text-string.ts";
import { type OpenSignature, type SealOptions, timeStampRoom } from "./seal.ts";

/** Bytes that a signature may have. A seal holds its certificates and a time-stamp token with its own. */
const room = { seal: timeStampRoom + 4 * 1024, timeStamp: timeStampRoom };
/** "0" and three numbers of at most ten digits. */
const rangeRoom = 34;

/** A signature dictionary that was written; its values that depend on the whole file are still blank. */
export type BlankSignature = { number: number; range: number; gap: OpenSignature["gap"] };

/** The seal's dictionary (ISO 32000-2, 12.8.1; EN 319 142-1, 5.3). */
export function writeSealDictionary(revision: Revision, options: SealOptions): BlankSignature {
  const reason = options.reason === undefined ? "" : `/Reason ${textString(options.reason)} `;
  return writeDictionary(
    revision,
    `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /${options.subFilter} ` +
      `/Name ${textString(options.name)} ${reason}/M (${dateText(options.time)})`,
    room.seal,
  );
}

/** The dictionary of a document time-stamp (ISO 32000-2, 12.8.5); who and when stand in the token. */
export function writeTimeStampDictionary(revision: Revision): BlankSignature {
  const entries = "/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161";
  return writeDictionary(revision, entries, room.timeStamp);
}

function writeDictionary(revision: Revision, entries: string, bytes: number): BlankSignature {
  const beforeRange = `<< ${entries} /ByteRange [`;
  const beforeGap = `${beforeRange}${" ".repeat(rangeRoom)}] /Contents `;
  const number = revision.reserve();
  const start = revision.writeInPlace(number, `${beforeGap}<${"0".repeat(bytes * 2)}> >>`);
  const gap = { start: start + beforeGap.length, end: start + beforeGap.length + bytes * 2 + 2 };
  return { number, range: start + beforeRange.length, gap };
}

/** Says in `appended`, which ends the file at `covered`, what the signature covers: the two ranges around its gap. */
export function writeRange(appended: Buffer, { range, gap }: BlankSignature, covered: number): OpenSignature {
  const text = `0 ${gap.start} ${gap.end} ${covered - gap.end}`.padEnd(rangeRoom);
  appended.write(text, range - (covered - appended.length), "latin1");
  return { gap, covered };
}

/** ISO 32000-2, 7.9.4. */
function dateText(time: number): string {
  const digits = new Date(time).toISOString().slice(0, 19).replace(/\D/g, "");
  return `D:${digits}Z`;
}
