import { checkAttestation } from "../../evidence/attestation.ts";
import { checkCollectionStatement } from "../../evidence/collection-statement.ts";
import { isJwsSignedNatively } from "../../evidence/ed25519-natively.ts";
import { parseJson } from "../../evidence/jws.ts";
import { readSerialNumber } from "../../evidence/serial-number.ts";
import type { NoteVerifier } from "../../evidence/tlog/signed-note.ts";
import { checkReceipt, parseTlogProof } from "../../evidence/tlog/tlog-proof.ts";
import { noEvidence } from "../../evidence/verifier/evidence.ts";
import { evidenceInRecord, subjectOf } from "../../evidence/verifier/record-evidence.ts";
import { questions } from "../../evidence/verifier/report.ts";
import type { Trust } from "../../evidence/verifier/trust.ts";
import { verifyFiles } from "../../evidence/verifier/verify-files.ts";
import { removedFileName } from "../../formats/file-names.ts";
import { type VerificationView, verificationViewSchema } from "../verification/verification.output.schema.ts";
import {
  requireAllRenewed,
  requireStated,
  requireTokens,
  type Wrong,
  withoutStatedFacts,
  withProvedStage,
} from "./recorded-facts.ts";
import { refusedSite } from "./refused-site.ts";
import type { SignedHeads } from "./signed-heads.ts";

/** What a record is checked against: what its site publishes about itself. */
export type SiteTrust = {
  trust: Trust;
  hashesOnly: boolean;
  heads: SignedHeads;
  /** The headers from the block of a record on, if the site has them. */
  headersOf: (view: VerificationView) => Uint8Array | undefined;
  now: Date;
};

export type AdoptedRecord = {
  /** Without what does not follow from its evidence. */
  view: VerificationView;
  /** The position of its entry in the log, if it has a receipt. */
  entry: number | undefined;
  /** Whether it has timestamps, which a server issues for every document since it can do so. */
  isTimestamped: boolean;
  /** Whether another operator who had adopted it published it, so that it need not be as its service published it. */
  isMarked: boolean;
};

/**
 * Reads a published record and checks it by itself: its statement is signed by a key of its service and agrees with it,
 * its receipt leads to a head that the log signed (which is added to `heads`), and no timestamp, anchor or renewal
 * contradicts it. A key or certificate that was stolen later is no reason to refuse it: the record page says so. Throws
 * AppError with what is wrong.
 */
export function checkRecord(serial: string, json: Uint8Array, site: SiteTrust): AdoptedRecord {
  const wrong = (reason: string) => refusedSite(`The record ${serial} ${reason}`);
  const record = parseJson(json);
  const unmarked = withoutMark(record);
  const parsed = verificationViewSchema.safeParse(unmarked);
  if (!parsed.success) throw wrong("can't be read.");
  const view = parsed.data.attestation === undefined ? withoutStatedFacts(parsed.data) : parsed.data;
  if (readSerialNumber(serial) !== serial || view.serialNumber !== serial)
    throw wrong("has another serial number inside, or none.");
  if (site.hashesOnly && hasNames(view))
    throw wrong("has names or a signed statement, but the site says that it has hashes only.");
  // Earlier versions published no status, only the time.
  if (view.status !== undefined && view.withdrawnAt === undefined)
    throw wrong("says that it was withdrawn, but not when.");
  requireTokens(view, site.trust, wrong);
  requireAllRenewed(view, wrong);
  if (view.attestation === undefined) requireNameless(view, wrong);
  const receipt = requireStatement(view, site, wrong);
  const headers = site.headersOf(view);
  const known = {
    ...noEvidence,
    ...evidenceInRecord(view),
    record: view,
    headers: headers ? [headers] : [],
  };
  const [report] = verifyFiles([subjectOf(view)], known, site.trust, site.now);
  const failed = questions
    .map((question) => report?.findings[question])
    .find((finding) => finding?.verdict === "failed");
  if (failed) throw wrong(`does not hold: ${failed.sentence.message}`);
  const { trust } = site;
  const proved = receipt ? withProvedStage(view, { ...receipt, trust, headers: known.headers }, wrong) : view;
  return {
    view: proved,
    entry: receipt?.entry,
    isTimestamped: view.timeStamps.length > 0,
    isMarked: unmarked !== record,
  };
}

/** Another operator who had adopted it has marked it so. */
function withoutMark(record: unknown): unknown {
  if (typeof record !== "object" || record === null || !("adopted" in record)) return record;
  const { adopted: _, ...rest } = record;
  return rest;
}

const namesPeople = ({ clientName, office, domain, email }: VerificationView): boolean =>
  [clientName, office, domain, email].some((one) => one !== undefined);

function hasNames(view: VerificationView): boolean {
  const { attestation, receipt, documentName } = view;
  const nameless = "kind" in view ? "" : removedFileName(documentName);
  const isSigned = attestation !== undefined || receipt !== undefined;
  return namesPeople(view) || isSigned || documentName !== nameless;
}

/** Names that no signed statement confirms could be anyone's. A server that hides the statement removes them, too. */
function requireNameless(view: VerificationView, wrong: Wrong): void {
  const { documentName } = view;
  const nameless = "kind" in view ? [removedFileName(""), ""] : [removedFileName(documentName)];
  if (namesPeople(view) || !nameless.includes(documentName))
    throw wrong("has names without the statement that proves them.");
}

type CheckedReceipt = { entry: number; checkpoint: string; log: NoteVerifier };

/** Checks the signed statement, what the record says about it, and its receipt. */
function requireStatement(view: VerificationView, site: SiteTrust, wrong: Wrong): CheckedReceipt | undefined {
  const { attestation, receipt } = view;
  if (attestation === undefined) {
    if (receipt !== undefined) throw wrong("has a receipt without the statement that it is about.");
    return undefined;
  }
  const { jwks, logs } = site.trust;
  const check =
    "kind" in view
      ? checkCollectionStatement(attestation, jwks, isJwsSignedNatively)
      : checkAttestation(attestation, jwks, isJwsSignedNatively);
  if ("error" in check) throw wrong(`has a statement that no key of the site signed (${check.error}).`);
  const statement = "statement" in check ? check.statement : check.attestation;
  if (statement.serial !== view.serialNumber) throw wrong(`has the statement of ${statement.serial}.`);
  requireStated(view, statement, wrong);
  if (receipt === undefined) throw wrong("has no receipt of the log.");
  const proof = parseTlogProof(receipt);
  for (const log of logs) {
    const head = checkReceipt(receipt, attestation, log);
    if (!head || !proof) continue;
    site.heads.add(head, `The receipt of the record ${view.serialNumber}`);
    return { entry: proof.index, checkpoint: proof.checkpoint, log };
  }
  throw wrong("has a receipt that does not lead from it to the log.");
}
