import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { statementFile } from "../attestation.ts";
import { earliest } from "../earliest.ts";
import type { EvidenceRecord } from "../ers/evidence-record.ts";
import { hasEndedBy, isPreserved, type RenewedFile, verifyPreserved } from "../ers/verify-renewals.ts";
import { claimedInfo } from "../tsp/is-over.ts";
import type { TimeStampIssue } from "../tsp/token.ts";
import type { Certificate } from "../x509/certificate.ts";
import type { Crl } from "../x509/crl.ts";
import type { Evidence } from "./evidence.ts";
import { type Extension, readExtension } from "./extension.ts";
import { type KnownRecord, readRecord } from "./membership.ts";
import type { Trust } from "./trust.ts";

/** An evidence record that preserves a signed statement and what proves it, after the check of all its time-stamps. */
export type Preserved = {
  /** The signed statement. */
  statement: string;
  record: EvidenceRecord;
  /** Its time-stamps in order; each but the first renews the one before. None if there is an error. */
  renewals: Extension[];
  /** The chain of the last one, if its authority is known: what the age of the proofs now depends on. */
  lastChain: Certificate[];
  error?: TimeStampIssue;
};

/** The records about one of these statements. */
export function findPreserved(
  { attestations, records, tokens }: Pick<Evidence, "attestations" | "records" | "tokens">,
  trust: Pick<Trust, "roots" | "stampRoots"> & { crls: Crl[] },
): Preserved[] {
  const statements = [...new Set(attestations)].map((text) => ({
    text,
    object: objectOf(statementFile(text)),
  }));
  return records.flatMap((known) =>
    statements.flatMap(({ text, object }) => {
      const record = recordAbout(known, object);
      if (!record) return [];
      const covered = tokens.filter(({ bytes }) => isPreserved(record, objectOf(bytes)));
      return [checkPreserved(text, record, object, covered, trust)];
    }),
  );
}

/** When the first of these records shows that an object existed. */
export function preservedBy(preserved: readonly Preserved[], bytes: Uint8Array): Date | undefined {
  const object = objectOf(bytes);
  return earliest(
    preserved.map(({ record, renewals: [first] }) =>
      first?.isKnown && isPreserved(record, object) ? first.time : undefined,
    ),
  );
}

const objectOf = (bytes: Uint8Array): Required<RenewedFile> => ({ sha256: sha256(bytes), bytes });

function recordAbout(known: KnownRecord, object: RenewedFile): EvidenceRecord | undefined {
  const { record, first } = readRecord(known) ?? {};
  if (!record || (record.hash === "SHA-256" && first && !first.has(bytesToHex(object.sha256))))
    return undefined;
  return isPreserved(record, object) ? record : undefined;
}

function checkPreserved(
  statement: string,
  record: EvidenceRecord,
  object: Required<RenewedFile>,
  covered: { bytes: Uint8Array }[],
  { roots, stampRoots, crls }: Pick<Trust, "roots" | "stampRoots"> & { crls: Crl[] },
): Preserved {
  const refused = (error: TimeStampIssue) => ({ statement, record, renewals: [], lastChain: [], error });
  const check = verifyPreserved(record, object, { roots: [...roots, ...stampRoots], crls });
  if ("error" in check) return refused(check.error);
  const time = claimedInfo(record.token)?.time;
  if (time && covered.some(({ bytes }) => hasEndedBy(bytes, time))) return refused("renewed-late");
  const tokens = [record.token, ...record.renewals.map(({ token }) => token)];
  const last = check.timeStamps.at(-1);
  return {
    statement,
    record,
    renewals: check.timeStamps.flatMap((one, at) => readExtension(tokens[at] ?? new Uint8Array(), one) ?? []),
    lastChain: last && "timeStamp" in last ? last.timeStamp.chain : [],
  };
}
