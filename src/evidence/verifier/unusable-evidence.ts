import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { RenewedFile } from "../ers/verify-renewals.ts";
import type { TimeStampIssue } from "../tsp/token.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { type Evidence, joinEvidence, noEvidence } from "./evidence.ts";
import { checkRenewals } from "./extension.ts";
import { findMemberships } from "./membership.ts";
import { evidenceIn, type OpenedFile } from "./open-file.ts";
import { isRight, overallVerdict, type Report } from "./report.ts";
import { sentences } from "./sentences.ts";
import { isSupporting } from "./summary.ts";
import type { Text } from "./text.ts";

const say = sentences.notUsed;

/**
 * `damaged`: it fails when it is checked alone, or it is forged; `late`: an evidence record that was renewed too late;
 * `unknown`: its signer's key is unknown here.
 */
const whys = ["damaged", "late", "unknown"] as const;
type Why = (typeof whys)[number];
export type Unusable = ReadonlyMap<OpenedFile, Why>;

/**
 * The files whose evidence cannot be used, each by itself: without the others, and without the service's record, whose
 * contradiction with a genuine statement must stay visible. `verify` checks one file by this evidence.
 */
export function findUnusable(
  opened: OpenedFile[],
  { crls, headers }: Evidence,
  all: CheckedEvidence,
  verify: (one: OpenedFile, checked: CheckedEvidence) => Report,
): Unusable {
  const found = new Map<OpenedFile, Why>();
  const hasRecords = opened.some((one) => evidenceIn(one).records.length > 0);
  const files = hasRecords ? opened.map(fingerprint) : [];
  for (const one of opened) {
    // Only with its statement does a receipt show who is said to have seen it.
    const isReceipt = one.kind === "note" && "receipt" in one.note;
    const attestations = isReceipt ? all.evidence.attestations : [];
    const evidence = joinEvidence({ ...noEvidence, crls, headers, attestations }, evidenceIn(one));
    const checked = all.withEvidence(evidence);
    const report = verify(one, checked);
    if (!isSupporting(report)) continue;
    const why = findUnsound(evidenceIn(one), files, all);
    if (overallVerdict(report) === "failed") found.set(one, "damaged");
    else if (why) found.set(one, why);
    else if (isStrangers(report) || checked.statements.some(isOfUnknownKey)) found.set(one, "unknown");
  }
  return found;
}

/** What each issue of a record's time-stamps means; with any other, the record is used as far as it goes. */
const unsound: Partial<Record<TimeStampIssue, Why>> = {
  malformed: "damaged",
  forged: "damaged",
  "wrong-imprint": "damaged",
  "renewed-late": "late",
  "no-certificate": "unknown",
  unsupported: "unknown",
};

/**
 * What is wrong with evidence records, loose or in a pack, in view of the files and statements beside them. Alone, a
 * renewal over the file in another hash cannot be checked; and anyone can make a record of any statement.
 */
function findUnsound(
  { records }: Pick<Evidence, "records">,
  files: RenewedFile[],
  all: CheckedEvidence,
): Why | undefined {
  if (records.length === 0) return undefined;
  const { attestations, tokens, crls } = all.evidence;
  const { preserved, trust } = all.withEvidence({ ...noEvidence, attestations, tokens, records, crls });
  const errors = [
    ...preserved.map(({ error }) => error),
    ...files.flatMap((file) => {
      const named = { sha256: bytesToHex(file.sha256), bytes: file.bytes };
      return findMemberships(named, { records, lists: [] }, []).map(
        ({ record }) => record && checkRenewals(record, file, { ...trust, crls: all.crls }).error,
      );
    }),
  ];
  const found = new Set(errors.map((error) => error && unsound[error]));
  return whys.find((why) => found.has(why));
}

const fingerprint = ({ file }: OpenedFile): RenewedFile =>
  "bytes" in file ? { sha256: sha256(file.bytes), bytes: file.bytes } : { sha256: hexToBytes(file.sha256) };

const isStrangers = ({ findings }: Report) => findings.when.sentence.code === sentences.when.stranger.code;

const isOfUnknownKey = (statement: CheckedEvidence["statements"][number]) =>
  "error" in statement && statement.error === "unknown-key";

/** True for a report that would not change without what cannot be used: evidence alone is never right. */
export function isSettled(report: Report): boolean {
  const verdict = overallVerdict(report);
  return isRight(verdict) || (isSupporting(report) && verdict !== "failed");
}

/**
 * Which of two reports about a file counts: the one by all evidence, or the one without what cannot be used. A file
 * that is right without it, such as one with a seal, needs none of it. One that nothing else identifies relied on it,
 * and keeps the report that says so. Any other, such as a container or evidence, is not denied because of it.
 */
export function chooseReport(byAll: Report, byUsable: Report, unusable: Unusable): Report {
  const verdict = overallVerdict(byUsable);
  const isDenied = overallVerdict(byAll) === "failed" && verdict !== "failed" && byUsable.kind !== "unknown";
  return isRight(verdict) || isDenied
    ? { ...byUsable, notes: [...(byUsable.notes ?? []), ...nameUnusable(unusable)] }
    : byAll;
}

/** One sentence for the damaged files, one for late records, and one for those with an unknown key. */
function nameUnusable(unusable: Unusable): Text[] {
  return whys.flatMap((why) => {
    const [first, ...more] = [...unusable].filter(([, one]) => one === why).map(([{ file }]) => file.name);
    if (first === undefined) return [];
    return more.length === 0 ? say[why].one(first) : say[why].several(more.length + 1, first);
  });
}
