import type { Detail } from "./detail.ts";
import { extensionDetails, renewalDetails } from "./extension.ts";
import type { FileContext } from "./file-context.ts";
import { commitsToList } from "./membership.ts";
import type { SignatureStatus } from "./pdf/status.ts";
import { reasonFor } from "./reason-sentences.ts";
import { type Finding, failed, indeterminate, passed } from "./report.ts";
import { labels, sentences, values } from "./sentences.ts";
import type { Text } from "./text.ts";

const say = sentences.unchanged;
const sources = { statement: values.signedStatement, record: values.record, manifest: values.manifest };

/** Is it unchanged? According to a known fingerprint, otherwise according to the seal inside. */
export function checkIntegrity(context: FileContext): Finding {
  const { role, basis, signatureStatus, stamps } = context;
  const details = buildDetails(context);
  if (role) {
    const compared = [{ label: labels.comparedWith, value: sources[basis ?? "record"] }, ...details];
    const other = otherDocument(context);
    if (other !== undefined) return indeterminate(say.otherDocument(other), compared);
    if (context.isExtended && signatureStatus?.extended)
      return passed(describeExtended(signatureStatus.extended), compared);
    return passed(role === "member" ? describeMember(context) : say[role], compared);
  }
  if (signatureStatus?.state === "changed") return failed(say.changed, details);
  if (isRevoked(signatureStatus)) return indeterminate(say.revoked, details);
  if (signatureStatus?.state === "added") return failed(say.added, details);
  if (signatureStatus?.state === "cut") return failed(say.cut, details);
  if (signatureStatus?.state === "altered") return indeterminate(say.altered, details);
  const expected = expectedSerial(context);
  if (signatureStatus?.state === "whole") {
    if (expected) return indeterminate(describeOther(context, expected), details);
    return passed(signatureStatus.isCertificate ? say.sealedCertificate : say.sealed, details);
  }
  if (signatureStatus?.state === "extended" && signatureStatus.extended) {
    if (expected) return indeterminate(describeOther(context, expected), details);
    return passed(describeExtended(signatureStatus.extended), details);
  }
  if (context.isTooLarge) return indeterminate(say.tooLarge, details);
  const isStamped = stamps.some((stamp) => "timeStamp" in stamp);
  // Anyone can get a time-stamp over anything: it does not make a file part of the document that was asked for.
  if (expected && isStamped && !isInQuestion(context))
    return indeterminate(say.otherEvidence(expected), details);
  if (expected && isCollection(context)) {
    if (isOutside(context)) return failed(say.notMember(expected), details);
    return indeterminate(context.checked.evidence.records.length > 0 ? say.otherRecord : say.noList, details);
  }
  if (expected) return failed(say.none(expected), details);
  if (isStamped) return passed(say.timeStamped, details);
  if (signatureStatus?.state === "stamped") return passed(say.timeStamped, details);
  if (context.checked.evidence.records.length > 0) return indeterminate(say.otherRecord, details);
  if (signatureStatus?.state === "undecided") return indeterminate(say.undecided, details);
  if (isOfEndedKey(context)) return indeterminate(say.endedKey, details);
  return indeterminate(hasUncheckedStatement(context) ? say.noKeys : say.nothing, details);
}

/** A sealed file that the evidence does not name, with the serial number on it, where a reader can look next. */
const describeOther = ({ carried }: FileContext, expected: string): Text =>
  carried === undefined || carried === expected
    ? say.otherSealed(expected)
    : say.otherSerial(carried, expected);

const isOfEndedKey = ({ statement }: FileContext) =>
  statement !== undefined &&
  "error" in statement &&
  (statement.error === "ended-key" || statement.error === "stolen-key");

/** True if a signed statement came with the file, and the key that signed it is unknown. */
function hasUncheckedStatement({ statement }: FileContext): boolean {
  if (!statement || !("error" in statement)) return false;
  return statement.error === "unchecked" || statement.error === "unknown-key";
}

/** Who extended the file last, and that everything before is unchanged. */
function describeExtended({ by }: NonNullable<SignatureStatus["extended"]>): Text {
  const last = by.at(-1);
  if (!last) return say.extendedByData;
  const { authority, time, isKnown } = last;
  return isKnown ? say.extended(authority, time) : say.extendedByStranger(authority, time);
}

/** "file 317 of 800", if its place is known. */
function describeMember({ statement, record, memberships }: FileContext): Text {
  const collection = statement && "attestation" in statement ? statement.collection : undefined;
  const ofRecord = record !== undefined && record !== "unknown" && "root" in record ? record : undefined;
  const files = collection?.files ?? ofRecord?.fileCount ?? 0;
  const root = collection?.root ?? ofRecord?.root;
  const place = memberships.find((one) => one.root === root && one.index !== undefined);
  return place?.index === undefined ? say.member(files) : say.memberAt(place.index + 1, files);
}

function isCollection({ statement, record }: FileContext): boolean {
  if (statement && "attestation" in statement) return statement.collection !== undefined;
  return record !== undefined && record !== "unknown" && "root" in record;
}

/** True if the file is known not to be in the collection: all its files are known, or the service was asked. */
function isOutside({ sha256, statement, checked: { evidence } }: FileContext): boolean {
  if (evidence.absent?.includes(sha256)) return true;
  const collection = statement && "attestation" in statement ? statement.collection : undefined;
  return collection !== undefined && evidence.lists.some((list) => commitsToList(list, collection));
}

/** A seal matches, but its key was revoked, and nothing shows that the seal is older. */
export const isRevoked = (status: SignatureStatus | undefined): boolean =>
  status?.state === "undecided" &&
  status.signatures.some(({ isOurs, kind, error }) => isOurs && kind === "seal" && error === "revoked");

/** The serial number that a file belongs to, if it differs from the one in question. */
export function otherDocument({ basis, statement, record }: FileContext): string | undefined {
  if (basis !== "statement" || !statement || !("attestation" in statement)) return undefined;
  const { serial } = statement.attestation;
  return record === undefined || record === "unknown" || record.serialNumber === serial ? undefined : serial;
}

/** The document that this file should belong to according to reliable evidence. */
export function expectedSerial({ statement, record }: FileContext): string | undefined {
  if (statement && "attestation" in statement) return statement.attestation.serial;
  return record === undefined || record === "unknown" ? undefined : record.serialNumber;
}

/** True if the service's record says which document the files should belong to. */
export const isInQuestion = ({ record }: FileContext) => record !== undefined && record !== "unknown";

function buildDetails({ sha256, bytes, signatureStatus, renewals, preserved }: FileContext): Detail[] {
  return [
    { label: labels.fingerprint, value: sha256 },
    ...(bytes === undefined ? [] : [{ label: labels.size, value: values.bytes(bytes) }]),
    ...extensionDetails([...(signatureStatus?.extended?.by ?? []), ...renewals]),
    ...renewalDetails(preserved.flatMap((one) => one.renewals)),
    ...(signatureStatus ? buildSignatureDetails(signatureStatus, bytes ?? 0) : []),
  ];
}

function buildSignatureDetails(
  { state, seal, signatures, unsound, isCutShort }: SignatureStatus,
  bytes: number,
): Detail[] {
  const details: Detail[] = [];
  if (seal) details.push({ label: labels.covered, value: values.bytes(seal.found.end) });
  if (seal && state === "added") {
    details.push({ label: labels.added, value: values.bytes(bytes - seal.found.end) });
  }
  for (const { isOurs, validity, error, signer } of signatures) {
    if (!isOurs) details.push({ label: labels.otherSignature, value: values.signature(signer, validity) });
    else if (error !== undefined) details.push({ label: labels.reason, value: reasonFor(error) });
  }
  if (unsound > 0) details.push({ label: labels.lookalikes, value: String(unsound) });
  if (isCutShort) details.push({ label: labels.many, value: values.tooMany });
  return details;
}
