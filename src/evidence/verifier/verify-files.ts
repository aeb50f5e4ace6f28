import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { buildReport } from "./build-report.ts";
import { CheckedEvidence } from "./checked-evidence.ts";
import { type Evidence, joinEvidence } from "./evidence.ts";
import { buildContext, type GivenFile } from "./file-context.ts";
import { asPart, type ListedFile, listFiles, listLoose, verifyListed } from "./listed-file.ts";
import { evidenceIn, type OpenedFile, openFile } from "./open-file.ts";
import type { Pack } from "./read-pack.ts";
import type { Report } from "./report.ts";
import type { Trust } from "./trust.ts";
import { chooseReport, findUnusable, isSettled, type Unusable } from "./unusable-evidence.ts";
import { verifyContainer } from "./verify-container.ts";
import { verifyHeaders } from "./verify-headers.ts";
import { verifyNote } from "./verify-note.ts";
import { refusedPack, verifyPack } from "./verify-pack.ts";
import { verifyProof } from "./verify-proof.ts";
import { verifyRecord } from "./verify-record.ts";
import { verifyToken } from "./verify-token.ts";

/**
 * Verifies files with the help of each other, of other evidence, and of the trusted keys; `now` is the time of the
 * check. Whatever the bytes are, each file quickly gets its four findings. Runs in browsers, offline.
 */
export const verifyFiles = (files: GivenFile[], known: Evidence, trust: Trust, now: Date): Report[] => [
  ...verifyOneByOne(files, known, trust, now),
];

/** The same, in the order of the files, so that a page can respond between two of them. */
export function* verifyOneByOne(
  files: GivenFile[],
  known: Evidence,
  trust: Trust,
  now: Date,
): Generator<Report> {
  const opened = files.map(openFile);
  const join = (some: OpenedFile[]) => some.map(evidenceIn).reduce(joinEvidence, known);
  const checked = new CheckedEvidence(join(opened), trust);
  const reports = new Map(
    opened.flatMap((one) =>
      one.kind === "pack"
        ? [[one.pack, verifyPack(one.file.name, one.pack, checked.evidence, trust, now)] as const]
        : [],
    ),
  );
  const isUnchanged = ([, { findings }]: readonly [Pack, Report]) => findings.unchanged.verdict === "passed";
  const listed = new Map([
    ...opened.flatMap(({ kind, file }) =>
      kind === "other" && "bytes" in file ? listLoose(file, trust, known.record) : [],
    ),
    ...[...reports].filter(isUnchanged).flatMap(([pack]) => listFiles(pack, trust)),
  ]);
  const packs = { reports, listed };
  let usable: { unusable: Unusable; checked: CheckedEvidence } | undefined;
  for (const one of opened) {
    const report = verifyOpened(one, checked, packs, now);
    if (opened.length === 1 || isSettled(report)) {
      yield report;
      continue;
    }
    usable ??= leaveOutUnusable();
    const { unusable } = usable;
    if (unusable.size === 0 || unusable.has(one)) yield report;
    else yield chooseReport(report, verifyOpened(one, usable.checked, packs, now), unusable);
  }

  function leaveOutUnusable() {
    const unusable = findUnusable(opened, known, checked, (file, by) => verifyOpened(file, by, noPacks, now));
    const rest = join(opened.filter((file) => !unusable.has(file)));
    return { unusable, checked: checked.withEvidence(rest) };
  }
}

/** The reports about the packs among the files, and what lies in those that are unchanged or were unpacked. */
type VerifiedPacks = {
  reports: ReadonlyMap<Pack, Report>;
  listed: ReadonlyMap<string, ListedFile>;
};
const noPacks: VerifiedPacks = { reports: new Map(), listed: new Map() };

function verifyOpened(opened: OpenedFile, checked: CheckedEvidence, packs: VerifiedPacks, now: Date): Report {
  const { file } = opened;
  if (opened.kind === "other") {
    const context = buildContext(file, checked, now);
    const listed = context.role ? undefined : packs.listed.get(context.sha256);
    return listed ? verifyListed(context, listed) : buildReport(context);
  }
  const report = verifyEvidence(opened, checked, packs, now);
  if (report.findings.unchanged.verdict !== "indeterminate" || packs.listed.size === 0) return report;
  const hash = "bytes" in file ? bytesToHex(sha256(file.bytes)) : file.sha256;
  const listed = packs.listed.get(hash);
  return listed ? asPart(report, listed, checked.trust) : report;
}

function verifyEvidence(
  opened: Exclude<OpenedFile, { kind: "other" }>,
  checked: CheckedEvidence,
  { reports }: VerifiedPacks,
  now: Date,
): Report {
  const { name } = opened.file;
  const { evidence: known, trust } = checked;
  if (known.records.length + known.lists.length > 0) {
    const context = buildContext(opened.file, checked, now);
    if (context.role === "member") return buildReport(context);
  }
  switch (opened.kind) {
    case "pack":
      return reports.get(opened.pack) ?? verifyPack(name, opened.pack, known, trust, now);
    case "refused-pack":
      return refusedPack(name, opened.error);
    case "container":
      return verifyContainer(name, opened, checked, now);
    case "token":
      return verifyToken(name, opened.token, checked, now);
    case "record":
      return verifyRecord(name, opened.record, checked, now);
    case "note":
      return verifyNote(name, opened.note, checked, now);
    case "proof":
      return verifyProof(name, opened.proof);
    case "headers":
      return verifyHeaders(name);
  }
}
