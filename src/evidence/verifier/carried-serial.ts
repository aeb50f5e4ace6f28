import type { EmbeddedCredentials } from "../c2pa/verify-credentials.ts";
import { latin1 } from "../pades/byte-ranges.ts";
import { readSerialNumber } from "../serial-number.ts";
import { offsetBases, readLastUpdate } from "./pdf/own-update.ts";
import { isWhole, type SignatureStatus } from "./pdf/status.ts";

/** A certificate is smaller; of what a stamp appends, the first page is near the start. */
const searchedBytes = 1024 * 1024;

const inTitle = /<dc:title><rdf:Alt><rdf:li xml:lang="x-default">[^<]{1,100} (AT-[0-9A-Z-]{23})<\/rdf:li>/g;
const inFormName = /\/Stamp(AT[0-9A-Z]{20})x\d/g;
const inCredentials = /Stamped copy (AT-[0-9A-Z-]{23})/g;

/**
 * The serial number that a file states which we sealed, and which is unchanged: in the title of a certificate, in what
 * a stamp appended to a PDF, or in the credentials of a picture. It is where to look next and proves nothing, so it
 * changes no verdict. Undefined if there is none or more than one, as in a stamped copy of a stamped copy.
 */
export function carriedSerial(
  bytes: Uint8Array | undefined,
  credentials: EmbeddedCredentials | undefined,
  status: SignatureStatus | undefined,
): string | undefined {
  if (!status?.seal || !isWhole(status)) return undefined;
  if (credentials) return onlySerial(credentials.embedded?.store, inCredentials);
  if (!bytes) return undefined;
  const sealed = bytes.subarray(0, status.seal.found.end);
  if (status.isCertificate) return onlySerial(sealed, inTitle);
  return onlySerial(appendedByStamp(sealed), inFormName);
}

/** What follows the original, whose length our updates state. */
function appendedByStamp(sealed: Uint8Array): Uint8Array | undefined {
  const [update] = offsetBases(sealed).flatMap((base) => readLastUpdate(sealed, sealed.length, base) ?? []);
  const [, length] = /\/AttestampOriginal << \/Length (\d{1,12}) /.exec(update?.entries ?? "") ?? [];
  return length === undefined ? undefined : sealed.subarray(Number(length));
}

function onlySerial(bytes: Uint8Array | undefined, form: RegExp): string | undefined {
  const text = latin1(bytes?.subarray(0, searchedBytes) ?? new Uint8Array());
  const found = new Set(
    [...text.matchAll(form)].flatMap(([, written = ""]) => readSerialNumber(written) ?? []),
  );
  const [serial] = found;
  return found.size === 1 ? serial : undefined;
}
