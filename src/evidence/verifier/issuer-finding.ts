import canonicalize from "canonicalize";
import { writeDomain } from "../../formats/text/written-domain.ts";
import { attestedClient, attestedName } from "../attestation.ts";
import { identityOf } from "../stated-identity.ts";
import type { Detail } from "./detail.ts";
import type { FileContext } from "./file-context.ts";
import { expectedSerial, isRevoked } from "./integrity-finding.ts";
import { reasonFor } from "./reason-sentences.ts";
import { type Finding, failed, indeterminate, passed } from "./report.ts";
import { labels, sentences, values } from "./sentences.ts";
import type { Text } from "./text.ts";

const say = sentences.who;

/** Who issued the file: the signer of its evidence, if the signer is known and the signature is valid. */
export function checkIssuer(context: FileContext): Finding {
  const { statement, signatureStatus, role, basis, record, trust, stamps } = context;
  const details = buildDetails(context);
  const error = statement && "error" in statement ? statement.error : undefined;
  if (error === "malformed" || error === "forged") return failed(say.forged, details);
  if (contradicts(context)) return failed(say.contradiction, details);
  if (isSignedTwice(context)) return failed(say.signedTwice, details);
  if (signatureStatus?.state === "changed" && !role) return failed(say.brokenSeal, details);
  // By a stranger, or with a key of ours whose public part was lost: there is no way to tell.
  if (error === "unknown-key") return indeterminate(say.unknownKey, details);
  if (error === "ended-key") return indeterminate(say.endedKey, details);
  if (error === "stolen-key") return indeterminate(say.stolenKey, details);
  if (statement && "attestation" in statement && (basis === "statement" || role === "certificate")) {
    return passed(signedFor(trust.name, statement.attestation.client, role), details);
  }
  if (signatureStatus?.seal && signatureStatus.state === "added" && !role)
    return indeterminate(say.sealedPart(signatureStatus.seal.signer), details);
  if (signatureStatus?.seal) return passed(say.sealed(signatureStatus.seal.signer), details);
  if (isRevoked(signatureStatus) && !role) return indeterminate(say.revoked, details);
  const stamp = stamps.find((one) => "timeStamp" in one);
  const authority = stamp && "timeStamp" in stamp ? stamp.timeStamp.authority : insideStamp(context);
  if (authority && role) return passed(say.timeStamped(authority), details);
  // Anyone can get a time-stamp over anything, including a page with a drawn stamp.
  if (authority && !expectedSerial(context)) return indeterminate(say.onlyTimeStamped(authority), details);
  if (role) return indeterminate(say.recorded, details);
  const hasNoKeys = trust.roots.length + trust.jwks.keys.length === 0;
  if (hasNoKeys && isSigned(context)) return indeterminate(say.noKeys, details);
  if (signatureStatus && signatureStatus.signatures.length > 0) return indeterminate(say.stranger, details);
  return indeterminate(record === "unknown" ? say.unknownToService : say.nothing, details);
}

/** True if keys are all that is missing: the file has a signature, or a signed statement or time-stamp came with it. */
function isSigned({ signatureStatus, statement, stamps }: FileContext): boolean {
  const signatures = signatureStatus?.signatures ?? [];
  return signatures.length + stamps.length > 0 || statement !== undefined;
}

/** The original was made by someone else: the service only received it. */
function signedFor(name: string, client: string | undefined, role: FileContext["role"]): Text {
  if (role === "member") return client ? say.fingerprintFrom(name, client) : say.fingerprint(name);
  if (role === "original") return client ? say.receivedFrom(name, client) : say.received(name);
  return client ? say.issuedFor(name, client) : say.issued(name);
}

function insideStamp({ signatureStatus }: FileContext): string | undefined {
  return signatureStatus?.state === "stamped"
    ? signatureStatus.signatures[0]?.timeStamp?.authority
    : undefined;
}

/** True if the service signed another statement with the same serial number: it never signs two. */
function isSignedTwice({ statement, checked }: FileContext): boolean {
  if (!statement || "error" in statement) return false;
  const { attestation, text } = statement;
  return checked.statements.some(
    (other) =>
      !("error" in other) &&
      other.attestation.serial === attestation.serial &&
      payloadOf(other) !== payloadOf({ text }),
  );
}

const payloadOf = ({ text }: { text: string }) => text.split(".")[1];

/** Attestation and record of one serial number that name different files, times or names. */
function contradicts({ statement, record }: FileContext): boolean {
  if (!statement || !("attestation" in statement) || record === undefined || record === "unknown")
    return false;
  const { serial, original, stamped, time, name, client } = statement.attestation;
  if (serial !== record.serialNumber) return false;
  const seconds = (text: string) => Math.floor(Date.parse(text) / 1000);
  const isSame =
    "root" in record
      ? statement.collection?.root === record.root && statement.collection.files === record.fileCount
      : statement.collection === undefined &&
        original === record.originalSha256 &&
        stamped === record.stampedSha256;
  // A record loses its names with the account, and early statements have no client.
  const { clientName } = record;
  const isNamed =
    clientName === undefined ||
    (name === attestedName(record.documentName) &&
      (client === undefined || client === attestedClient(clientName)) &&
      canonicalize(identityOf(statement.attestation)) === canonicalize(identityOf(record)));
  return !isSame || !isNamed || seconds(time) !== seconds(record.processedDate);
}

/** Whether the record or the statement that came with the file names it. A seal does not: all our files have one. */
function isConnected(context: FileContext): boolean {
  return context.role !== undefined || contradicts(context);
}

/** The facts of a record or statement that is not about this file would read as facts about it. */
function buildDetails(context: FileContext): Detail[] {
  const { signatureStatus } = context;
  const details = isConnected(context) ? buildIssuedDetails(context) : [];
  for (const { isOurs, kind, validity, signer, error, distrustedSince } of signatureStatus?.signatures ??
    []) {
    if (!isOurs) details.push({ label: labels.otherSignature, value: values.signature(signer, validity) });
    else if (kind === "seal") details.push({ label: labels.seal, value: signer });
    if (distrustedSince) details.push({ label: labels.distrustedSince, value: values.time(distrustedSince) });
    if (isOurs && error !== undefined) details.push({ label: labels.reason, value: reasonFor(error) });
  }
  return details;
}

function buildIssuedDetails({ statement, record }: FileContext): Detail[] {
  if (statement && "attestation" in statement) {
    const { serial, name, client, office, domain, email, timeline, acknowledgement } = statement.attestation;
    return [
      { label: labels.serial, value: serial },
      { label: labels.documentName, value: name },
      ...(client ? [{ label: labels.client, value: client }] : []),
      ...(office ? [{ label: labels.office, value: office }] : []),
      ...(domain
        ? [{ label: labels.domain, value: values.domain(writeDomain(domain.name), domain.on) }]
        : []),
      ...(email ? [{ label: labels.email, value: values.email(email.address, email.on) }] : []),
      ...(timeline ? [{ label: labels.timeline, value: timeline.chain }] : []),
      ...(acknowledgement ? [{ label: labels.acknowledgement, value: acknowledgement.chain }] : []),
      { label: labels.key, value: statement.key.kid },
    ];
  }
  return record === undefined || record === "unknown"
    ? []
    : [{ label: labels.serial, value: record.serialNumber }];
}
