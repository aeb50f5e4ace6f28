import type { Revision } from "../../formats/pdf/revision.ts";
import { textString } from "../../formats/pdf/text-string.ts";
import { type OpenSignature, rangeNumbers, rangeText, type SealOptions } from "./seal.ts";

/** A signature dictionary that was written; its values that depend on the whole file are still blank. */
export type BlankSignature = { number: number; range: number; gap: OpenSignature["gap"] };

/** The seal's dictionary (ISO 32000-2, 12.8.1; EN 319 142-1, 5.3). */
export function writeSealDictionary(revision: Revision, options: SealOptions): BlankSignature {
  const reason = options.reason === undefined ? "" : `/Reason ${textString(options.reason)} `;
  return writeDictionary(
    revision,
    `/Type /Sig /Filter /Adobe.PPKLite /SubFilter /${options.subFilter} ` +
      `/Name ${textString(options.name)} ${reason}/M (${dateText(options.time)})`,
    options.reserved.seal,
  );
}

/** The dictionary of a document time-stamp (ISO 32000-2, 12.8.5); who and when stand in the token. */
export function writeTimeStampDictionary(revision: Revision, { reserved }: SealOptions): BlankSignature {
  const entries = "/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161";
  return writeDictionary(revision, entries, reserved.timeStamp);
}

function writeDictionary(revision: Revision, entries: string, bytes: number): BlankSignature {
  const beforeRange = `<< ${entries} `;
  const beforeGap = `${beforeRange}${rangeText("")}`;
  const number = revision.reserve();
  const start = revision.writeInPlace(number, `${beforeGap}<${"0".repeat(bytes * 2)}> >>`);
  const gap = { start: start + beforeGap.length, end: start + beforeGap.length + bytes * 2 + 2 };
  return { number, range: start + beforeRange.length, gap };
}

/** Says in `appended`, which ends the file at `covered`, what the signature covers. */
export function writeRange(appended: Buffer, { range, gap }: BlankSignature, covered: number): OpenSignature {
  const signature = { gap, covered };
  appended.write(rangeText(rangeNumbers(signature)), range - (covered - appended.length), "latin1");
  return signature;
}

/** ISO 32000-2, 7.9.4. */
function dateText(time: number): string {
  const digits = new Date(time).toISOString().slice(0, 19).replace(/\D/g, "");
  return `D:${digits}Z`;
}
