import type { Stage } from "../../formats/text/proof-of-time.ts";
import type { Attestation } from "../attestation.ts";
import type { CollectionStatement } from "../collection-statement.ts";
import { CheckedEvidence } from "./checked-evidence.ts";
import type { Evidence } from "./evidence.ts";
import { buildContext } from "./file-context.ts";
import { checkLogEntry } from "./log-finding.ts";
import { type Finding, isWeaker } from "./report.ts";
import { findStage } from "./stage.ts";
import { checkTime } from "./time-finding.ts";
import type { Trust } from "./trust.ts";

/**
 * When the files of a statement existed, and who vouches for that, by this evidence and without the files: the same
 * answer as that about their pack. Of a document's two files, the weaker answer counts.
 */
export function findIssuedTime(
  statement: Attestation | CollectionStatement,
  evidence: Evidence,
  trust: Trust,
  now: Date,
): Finding {
  const checked = new CheckedEvidence(evidence, trust);
  const look = (sha256: string) => buildContext({ name: statement.name, sha256 }, checked, now);
  // The time-stamp of a collection is over its root, which the statement names in the place of the files.
  if ("root" in statement) return checkTime({ ...look(statement.root), role: "member", basis: "statement" });
  const [original, stamped] = [checkTime(look(statement.original)), checkTime(look(statement.stamped))];
  return isWeaker(original, stamped) ? original : stamped;
}

/** How far the proof of the statement in this evidence has grown, as its record page says; see `findStage`. */
export function findIssuedStage(evidence: Evidence, trust: Trust): Stage | undefined {
  const checked = new CheckedEvidence(evidence, trust);
  const [statement] = checked.statements;
  return findStage({
    findings: { log: checkLogEntry({ checked, statement, role: "stamped", trust: checked.trust }) },
  });
}
