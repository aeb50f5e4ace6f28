import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type EmbeddedCredentials, readCredentials } from "../c2pa/verify-credentials.ts";
import { earliest } from "../earliest.ts";
import type { TimeStampCheck } from "../tsp/token.ts";
import { carriedSerial } from "./carried-serial.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import type { Evidence, RecordFacts } from "./evidence.ts";
import { checkRenewals, type Extension, renewedAt } from "./extension.ts";
import { checkLogEntry } from "./log-finding.ts";
import { findMemberships, isMember, type Membership } from "./membership.ts";
import type { SignatureTrust } from "./pdf/check-signatures.ts";
import { findSignatureStatus, isPdf, isWhole, type SignatureStatus } from "./pdf/status.ts";
import { findPictureStatus } from "./picture/status.ts";
import type { Preserved } from "./preserved.ts";
import type { Finding } from "./report.ts";
import type { Statement } from "./statement.ts";
import type { Trust } from "./trust.ts";

/** A file to verify: its bytes, or only its lower-case hex SHA-256 if nothing else of it is needed. */
export type GivenFile = { name: string } & (
  | { bytes: Uint8Array }
  /** `isTooLarge`: it may contain evidence but was not opened. */
  | { sha256: string; size?: number; isTooLarge?: boolean }
  | { sha256: string; size: number; isPicture: true; credentials?: EmbeddedCredentials }
);

/** `member`: a file of a collection. */
type Role = "original" | "stamped" | "certificate" | "member";

/** A file with all known evidence about it, each piece checked separately. */
export type FileContext = {
  name: string;
  /** Lower-case hex. */
  sha256: string;
  bytes: number | undefined;
  /** True if it may contain evidence but is too large to open. */
  isTooLarge: boolean;
  /** The signatures inside a PDF, or the content credentials inside a picture. */
  signatureStatus: SignatureStatus | undefined;
  /** The serial number that a file without a role states (carried-serial.ts). */
  carried: string | undefined;
  /** The time-stamps that are over this file or the root of its collection, or should be. */
  stamps: TimeStampCheck[];
  /** The collections that it leads to. */
  memberships: Membership[];
  /** The valid renewals of its evidence records. */
  renewals: Extension[];
  /** The evidence records that preserve the statement about it. */
  preserved: readonly Preserved[];
  /** The attestation about this file; if none names it, the only one there is. */
  statement: Statement | undefined;
  role: Role | undefined;
  /** True if an archive extended the file: the role is that of the issued file in it. */
  isExtended: boolean;
  /** The evidence that it has this role. */
  basis: "statement" | "record" | "manifest" | undefined;
  record: RecordFacts | "unknown" | undefined;
  /** All known evidence, including evidence that is not only about this file: receipts, and witness evidence. */
  checked: CheckedEvidence;
  trust: Trust;
  now: Date;
};

export function buildContext(file: GivenFile, checked: CheckedEvidence, now: Date): FileContext {
  const { evidence, trust, statements, crls } = checked;
  const bytes = "bytes" in file ? file.bytes : undefined;
  const sha = "bytes" in file ? bytesToHex(sha256(file.bytes)) : file.sha256;
  const collections = statements.flatMap((one) => ("error" in one ? [] : (one.collection ?? [])));
  const memberships = findMemberships({ sha256: sha, bytes }, evidence, collections);
  const credentials =
    "bytes" in file ? readCredentials(file.bytes) : "isPicture" in file ? file.credentials : undefined;
  const findStatus = (existedBy?: Date) =>
    findFileStatus(bytes, credentials, { ...trust, crls, now, existedBy });
  const status = findStatus();
  const issued = status?.extended && bytes ? bytes.subarray(0, status.extended.issuedEnd) : undefined;
  const isNamed = (hash: string) =>
    statements.some((one) => roleInStatement(hash, memberships, one)) ||
    roleInRecord(hash, memberships, evidence.record) !== undefined;
  const issuedSha = issued && !isNamed(sha) ? bytesToHex(sha256(issued)) : undefined;
  const subject = issuedSha !== undefined && isNamed(issuedSha) ? issuedSha : sha;
  const statement = statementFor(subject, memberships, statements);
  const stated = statement && roleInStatement(subject, memberships, statement);
  const recorded = roleInRecord(subject, memberships, evidence.record);
  const role = stated ?? recorded;
  const renewals = memberships.map(({ record }) =>
    record ? checkRenewals(record, { sha256: hexToBytes(sha), bytes }, { ...trust, crls }) : undefined,
  );
  const preserved = role ? checked.preserved.filter((one) => one.statement === statement?.text) : [];
  const stamps = [
    ...checked.stampsOver(subject, role),
    // The time-stamps over the root of a collection: the one in the file's record, and those known.
    ...memberships.flatMap(({ root, record }, at) => [
      ...(record ? [checked.checkStamp(record.token, root, renewedAt(renewals[at]?.extensions))] : []),
      ...checked.stampsOver(root),
    ]),
    ...[...renewals, ...preserved].flatMap((one) => (one?.error ? [{ error: one.error }] : [])),
  ];
  const logged = checkLogEntry({ checked, statement, role: stated, trust });
  const existedBy = earliest([...timesOf(stamps), ...timesSeen(logged)]);
  return {
    name: file.name,
    sha256: sha,
    bytes: "bytes" in file ? file.bytes.length : file.size,
    isTooLarge: "isTooLarge" in file && file.isTooLarge === true,
    // What is whole does not depend on when it is known to have existed.
    signatureStatus: existedBy && !isWhole(status) ? findStatus(existedBy) : status,
    carried: role ? undefined : carriedSerial(bytes, credentials, status),
    stamps,
    memberships,
    renewals: renewals.flatMap((one) => one?.extensions ?? []),
    preserved,
    statement,
    role,
    isExtended: subject !== sha,
    basis: stated ? "statement" : recorded && "record",
    record: evidence.record,
    checked,
    trust,
    now,
  };
}

const timesOf = (stamps: TimeStampCheck[]) =>
  stamps.flatMap((stamp) => ("timeStamp" in stamp ? [stamp.timeStamp.time] : []));

/** When witnesses saw the entry of a statement in the log, which names the file. */
const timesSeen = ({ witnesses = [] }: Finding) =>
  witnesses.flatMap(({ state, time }) => (state === "confirmed" && time ? [time] : []));

function findFileStatus(
  bytes: Uint8Array | undefined,
  credentials: EmbeddedCredentials | undefined,
  trust: SignatureTrust,
): SignatureStatus | undefined {
  if (bytes && isPdf(bytes)) return findSignatureStatus(bytes, trust);
  return credentials && findPictureStatus(credentials, trust);
}

function statementFor(
  sha: string,
  memberships: Membership[],
  statements: readonly Statement[],
): Statement | undefined {
  const [first, ...more] = statements;
  const about = statements.find((one) => roleInStatement(sha, memberships, one));
  return about ?? (more.length === 0 ? first : undefined);
}

function roleInStatement(sha: string, memberships: Membership[], statement: Statement): Role | undefined {
  if ("error" in statement) return undefined;
  const { collection } = statement;
  if (collection) return memberships.some((one) => isMember(one, collection)) ? "member" : undefined;
  if (statement.attestation.original === sha) return "original";
  return statement.attestation.stamped === sha ? "stamped" : undefined;
}

function roleInRecord(sha: string, memberships: Membership[], record: Evidence["record"]): Role | undefined {
  if (record === undefined || record === "unknown") return undefined;
  if (record.certificateSha256 === sha) return "certificate";
  if ("root" in record) {
    const { root, fileCount: files } = record;
    return memberships.some((one) => isMember(one, { root, files })) ? "member" : undefined;
  }
  if (record.originalSha256 === sha) return "original";
  return record.stampedSha256 === sha ? "stamped" : undefined;
}
