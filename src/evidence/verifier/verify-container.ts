import { hexToBytes } from "@noble/hashes/utils.js";
import { toDosTime } from "../../formats/zip/write-zip.ts";
import type { ZipIssue } from "../../formats/zip/zip-directory.ts";
import type { TimeStampedFile } from "../asic/asic-s.ts";
import { hasOnlySignedParts } from "../cms/unsigned-parts.ts";
import { compareWithStated } from "../stated-time.ts";
import { type TimeStampCheck, verifyTimeStampToken } from "../tsp/token.ts";
import { buildReport } from "./build-report.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { buildContext, type FileContext } from "./file-context.ts";
import { expectedSerial, isInQuestion } from "./integrity-finding.ts";
import { failed, indeterminate, passed, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { maxStampDelayMs } from "./stamped-finding.ts";

/** A container that was opened. */
export type Container = {
  /** Undefined for a kind of container that we do not make. */
  content: TimeStampedFile | { error: ZipIssue } | undefined;
  /** The date of its entries, if the ZIP file has the canonical form of containers. */
  writtenAt?: Date | undefined;
};

/** Verifies the file in a container by the container's time-stamp. */
export function verifyContainer(
  name: string,
  { content, writtenAt }: Container,
  checked: CheckedEvidence,
  now: Date,
): Report {
  const { evidence: known, trust } = checked;
  const { unchanged } = sentences;
  if (!content || "error" in content) return unopened(name, content?.error);
  const { data, token } = content;
  const tokens = [...known.tokens, { bytes: token, about: "original" as const }];
  const context = buildContext(
    { name: content.name, bytes: data },
    checked.withEvidence({ ...known, tokens }),
    now,
  );
  const stamp = verifyTimeStampToken(token, {
    imprint: { hash: "SHA-256", digest: hexToBytes(context.sha256) },
    roots: [...trust.roots, ...trust.stampRoots],
    crls: checked.crls,
    existedBy: checked.existedBy(token),
  });
  const { findings } = buildReport({ ...context, stamps: [stamp] });
  const isOther = "error" in stamp && ["wrong-imprint", "forged", "malformed"].includes(stamp.error);
  const details = findings.unchanged.details;
  if (isOther)
    return {
      name,
      kind: "container",
      findings: { ...findings, unchanged: failed(unchanged.brokenContainer, details) },
    };
  const expected = expectedSerial(context);
  if (findings.unchanged.verdict === "failed" && expected !== undefined && !isInQuestion(context)) {
    const other = indeterminate(unchanged.otherEvidence(expected), details);
    return { name, kind: "container", findings: { ...findings, unchanged: other } };
  }
  const isFile = findings.unchanged.verdict === "passed";
  const isExact = hasOnlySignedParts(token, [...trust.roots, ...trust.stampRoots]);
  const whole =
    isExact && isDatedRight(writtenAt, context, stamp)
      ? passed(unchanged.container, details)
      : indeterminate(unchanged.repackedContainer, details);
  return {
    name,
    kind: "container",
    findings: { ...findings, ...(isFile ? { unchanged: whole } : {}) },
  };
}

/** A container has the date of its file's attestation, and its time-stamp is later. */
function isDatedRight(
  writtenAt: Date | undefined,
  { role, statement }: FileContext,
  stamp: TimeStampCheck,
): boolean {
  if (writtenAt === undefined) return false;
  if (role && statement && "attestation" in statement)
    return toDosTime(writtenAt) === toDosTime(new Date(statement.attestation.time));
  if ("error" in stamp) return false;
  const stampedAt = stamp.timeStamp.time;
  const isEarly = compareWithStated(writtenAt, stampedAt) === "early";
  return !isEarly && stampedAt.getTime() - writtenAt.getTime() <= maxStampDelayMs;
}

function unopened(name: string, error: ZipIssue | undefined): Report {
  const { unchanged, when, who, log } = sentences;
  const why = {
    malformed: failed(unchanged.brokenContainer),
    names: failed(unchanged.oddNames),
    "too-much": indeterminate(unchanged.tooMuch),
  };
  const findings = {
    unchanged: error ? why[error] : indeterminate(unchanged.nothing),
    when: indeterminate(when.nothing),
    who: indeterminate(who.nothing),
    log: indeterminate(log.nothing),
  };
  return { name, kind: "container", findings };
}
