import { encodeBase64 } from "../log/base64.ts";
import type { Checkpoint } from "../log/checkpoint.ts";
import type { NoteVerifier } from "../log/signed-note.ts";
import { checkReceipt, parseTlogProof } from "../log/tlog-proof.ts";
import { isAttestation } from "./evidence.ts";
import { bad, good, type Line, unsure } from "./judgement.ts";
import { labels, sentences } from "./sentences.ts";
import type { Subject } from "./subject.ts";

const say = sentences.log;

/** Is it in the public log? By a receipt and the signed statement that it was given for. */
export function logLine({ receipts, statement, role, trust }: Subject): Line {
  if (receipts.length === 0) return unsure(say.nothing);
  if (trust.logs.length === 0) return unsure(say.noKey);
  if (!statement || !isAttestation(statement.text)) return unsure(say.noStatement);
  for (const receipt of receipts) {
    const found = findIn(trust.logs, receipt, statement.text);
    if (!found) continue;
    return "attestation" in statement && role ? included(receipt, found) : unsure(say.otherFile);
  }
  return bad(say.wrong);
}

function findIn(logs: NoteVerifier[], receipt: string, attestation: string): Checkpoint | undefined {
  for (const log of logs) {
    const checkpoint = checkReceipt(receipt, attestation, log);
    if (checkpoint) return checkpoint;
  }
  return undefined;
}

function included(receipt: string, { origin, size, hash }: Checkpoint): Line {
  return good(say.included(origin), [
    { label: labels.entry, value: String(parseTlogProof(receipt)?.index ?? "") },
    { label: labels.logSize, value: String(size) },
    { label: labels.head, value: encodeBase64(hash) },
    { label: labels.log, value: origin },
  ]);
}
