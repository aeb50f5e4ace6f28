import { latin1 } from "../../pades/byte-ranges.ts";
import type { FoundSignature } from "../../pades/find-signatures.ts";
import { offsetBases, readLastUpdate } from "./own-update.ts";

/** The dictionary up to its value as sealing writes it; /Name and /Reason are hexadecimal text strings. */
const sealForm =
  /\n(\d{1,10}) 0 obj\n<< \/Type \/Sig \/Filter \/Adobe\.PPKLite \/SubFilter \/(?:ETSI\.CAdES\.detached|adbe\.pkcs7\.detached) \/Name <[0-9a-fA-F]*> (?:\/Reason <[0-9a-fA-F]*> )?\/M \(D:\d{14}Z\) \/ByteRange \[0 (\d{1,10}) (\d{1,10}) \d{1,10} *\] \/Contents $/;
const longestForm = 8192;
const close = " >>\nendobj\n";
/** Maximum number of blank bytes that sealing leaves after the end of a file. */
const longestBlank = 16 * 1024;

/**
 * True if a seal is where sealing puts it: the update at the end of the covered bytes has our own form and lists the
 * seal's dictionary, which is inside that update and has our own form too.
 */
export function isAtSealPosition(bytes: Uint8Array, { placeholder, end }: FoundSignature): boolean {
  const before = latin1(bytes.subarray(Math.max(0, placeholder.start - longestForm), placeholder.start));
  const match = sealForm.exec(before);
  const isClosed = latin1(bytes.subarray(placeholder.end, placeholder.end + close.length)) === close;
  if (!match || !isClosed || Number(match[2]) !== placeholder.start || Number(match[3]) !== placeholder.end)
    return false;
  const at = placeholder.start - match[0].length + 1;
  return offsetBases(bytes).some((base) => isNamed(bytes, end, base, Number(match[1]), at));
}

function isNamed(bytes: Uint8Array, end: number, base: number, number: number, at: number): boolean {
  const update = readLastUpdate(bytes, end, base);
  const place = update?.objects.get(number);
  if (!update || !place || !("offset" in place) || base + place.offset !== at) return false;
  const offsets = [...update.objects.values()].flatMap((one) => ("offset" in one ? [one.offset] : []));
  const first = base + Math.min(...offsets);
  const isBehindEnd = /%%EOF[\r\n ]*$/.test(latin1(bytes.subarray(Math.max(0, first - longestBlank), first)));
  return isBehindEnd && base + update.previous < first;
}
