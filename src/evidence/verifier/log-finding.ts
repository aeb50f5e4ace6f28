import { encodeBase64 } from "../tlog/base64.ts";
import { type Checkpoint, openCheckpoint } from "../tlog/checkpoint.ts";
import { type NoteVerifier, parseNote, signaturesBy } from "../tlog/signed-note.ts";
import { checkReceipt, isReceiptFor, parseTlogProof, type TlogProof } from "../tlog/tlog-proof.ts";
import type { CheckedEvidence, ReceiptState } from "./checked-evidence.ts";
import type { Detail } from "./detail.ts";
import { allReceipts } from "./evidence.ts";
import { findWitnesses } from "./find-witnesses.ts";
import { type Finding, failed, indeterminate, passed } from "./report.ts";
import { labels, sentences } from "./sentences.ts";
import { isAttestation, type Statement } from "./statement.ts";
import type { Trust } from "./trust.ts";
import type { Witness } from "./witness.ts";

const say = sentences.log;

/** What the answer depends on; `role` is undefined if the statement is not about the file. */
type LogQuestion = {
  checked: CheckedEvidence;
  statement: Statement | undefined;
  role: string | undefined;
  trust: Trust;
};

/** Is it in the public log, and which external witnesses have seen that log? */
export function checkLogEntry({ checked, statement, role, trust }: LogQuestion): Finding {
  if (allReceipts(checked.evidence).length === 0) return indeterminate(say.nothing);
  if (trust.logs.length === 0) return indeterminate(say.noKey);
  if (!statement || ("error" in statement && !isAttestation(statement.text)))
    return indeterminate(say.noStatement);
  const { text } = statement;
  const entry = checked.logEntry(text, (all) => findLogEntry(text, all));
  if (!entry) return withoutEntry(checked);
  // The statement names no certificate.
  const isAbout = "attestation" in statement && role && role !== "certificate";
  return isAbout ? entry : indeterminate(say.otherFile);
}

/** A receipt without the statement it is about: is it at least one of a log? */
export function checkReceiptAlone(receipt: string, checked: CheckedEvidence): Finding {
  const state = checked.receiptState(receipt, () => readState(receipt, checked.trust.logs));
  if (checked.trust.logs.length === 0 || state === "unknown-log") return indeterminate(say.noKey);
  return state === "wrong" ? failed(say.wrong) : indeterminate(say.noStatement);
}

/**
 * No receipt proves the entry. One is wrong if it names a known log that did not sign its head, if it is damaged, or
 * if it came with an attestation as its receipt and leads from none of those known. A receipt of another log, or about
 * something else, says nothing.
 */
function withoutEntry(checked: CheckedEvidence): Finding {
  const { evidence, statements, trust } = checked;
  const { receipts } = evidence;
  const isAboutKnown = (receipt: string) =>
    statements.some(({ text }) => isAttestation(text) && isReceiptFor(receipt, text));
  const states = allReceipts(evidence).map((receipt, at) => {
    const state = checked.receiptState(receipt, () => readState(receipt, trust.logs));
    return state === "signed" && at < receipts.length && !isAboutKnown(receipt) ? "wrong" : state;
  });
  if (states.includes("wrong")) return failed(say.wrong);
  return indeterminate(states.includes("unknown-log") ? say.noKey : say.otherFile);
}

/** Whether the head in a receipt is signed by a known log. */
function readState(receipt: string, logs: NoteVerifier[]): ReceiptState {
  const checkpoint = parseTlogProof(receipt)?.checkpoint ?? "";
  const note = parseNote(checkpoint);
  if (!note) return "wrong";
  const named = logs.filter((log) => signaturesBy(note, log).length > 0);
  if (named.length === 0) return "unknown-log";
  return named.some((log) => openCheckpoint(checkpoint, log)) ? "signed" : "wrong";
}

/**
 * Looks for the entry of an attestation, based on the receipts and on witness evidence about the head of the log in
 * each. If several receipts prove it, the one with the best witnesses is shown, and the one who saw the entry first
 * under any of their heads; undefined if none proves it.
 */
function findLogEntry(
  attestation: string,
  { evidence, trust }: Pick<CheckedEvidence, "evidence" | "trust">,
): Finding | undefined {
  const [best, ...others] = allReceipts(evidence)
    .flatMap((receipt) => findIn(trust.logs, receipt, attestation) ?? [])
    .map((one) => included(one, findWitnesses(one.proof.checkpoint, one.log, evidence, trust), trust.name))
    .toSorted((one, other) => wrongIn(one) - wrongIn(other) || confirmedIn(other) - confirmedIn(one));
  return best && withFirstWitness(best, others);
}

/** A later head with more witnesses does not hide that someone independent saw the entry under an earlier one. */
function withFirstWitness(best: Finding, others: Finding[]): Finding {
  const [first] = others.flatMap(findPublic).toSorted(byTime);
  const [own] = findPublic(best).toSorted(byTime);
  if (!first || (own && byTime(own, first) <= 0)) return best;
  const { witnesses = [] } = best;
  const rest = witnesses.filter(({ kind, state }) => kind !== first.kind || state !== "absent");
  return { ...best, witnesses: [first, ...rest] };
}

type Dated = Witness & { time: Date };
const findPublic = ({ witnesses = [] }: Finding): Dated[] =>
  witnesses.flatMap((one) =>
    one.state === "confirmed" && one.seenBy?.voucher === "public" && one.time
      ? [{ ...one, time: one.time }]
      : [],
  );
const byTime = (one: Dated, other: Dated) => one.time.getTime() - other.time.getTime();

type Found = { proof: TlogProof; head: Checkpoint; log: NoteVerifier };

function findIn(logs: NoteVerifier[], receipt: string, attestation: string): Found | undefined {
  const proof = parseTlogProof(receipt);
  for (const log of logs) {
    const head = checkReceipt(receipt, attestation, log);
    if (proof && head) return { proof, head, log };
  }
  return undefined;
}

/**
 * A log may have any name, so the sentence says whose it is. The receipt alone proves the entry; false witness evidence
 * can only mean that someone changed it.
 */
function included({ proof, head }: Found, witnesses: Witness[], service: string): Finding {
  const details: Detail[] = [
    { label: labels.entry, value: String(proof.index) },
    { label: labels.logSize, value: String(head.size) },
    { label: labels.head, value: encodeBase64(head.hash) },
    { label: labels.log, value: head.origin },
  ];
  const finding = witnesses.some(({ isWrong }) => isWrong)
    ? failed(say.wrongWitness(head.origin), details)
    : passed(say.included(head.origin, service), details);
  return { ...finding, witnesses };
}

/** A copy of a receipt to which someone added a false signature takes nothing from the others. */
const wrongIn = ({ verdict }: Finding) => Number(verdict === "failed");

const confirmedIn = ({ witnesses = [] }: Finding) =>
  witnesses.filter(({ state }) => state === "confirmed").length;
