import { buildReport } from "./build-report.ts";
import { CheckedEvidence } from "./checked-evidence.ts";
import { type Evidence, joinEvidence, noEvidence } from "./evidence.ts";
import { buildContext, type GivenFile } from "./file-context.ts";
import { type OpenedFile, openFile } from "./open-file.ts";
import type { Report } from "./report.ts";
import type { Trust } from "./trust.ts";
import { verifyContainer } from "./verify-container.ts";
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
  const checked = new CheckedEvidence(opened.map(evidenceIn).reduce(joinEvidence, known), trust);
  for (const one of opened) yield verifyOpened(one, checked, now);
}

function verifyOpened(opened: OpenedFile, checked: CheckedEvidence, now: Date): Report {
  const { name } = opened.file;
  const { evidence: known, trust } = checked;
  if (opened.kind !== "other" && known.records.length + known.lists.length > 0) {
    const context = buildContext(opened.file, checked, now);
    if (context.role === "member") return buildReport(context);
  }
  switch (opened.kind) {
    case "pack":
      return verifyPack(name, opened.pack, known, trust, now);
    case "refused-pack":
      return refusedPack(name, opened.error);
    case "container":
      return verifyContainer(name, opened, checked, now);
    case "token":
      return verifyToken(name, opened.token, checked);
    case "record":
      return verifyRecord(name, opened.record, checked);
    case "note":
      return verifyNote(name, opened.note, checked, now);
    case "proof":
      return verifyProof(name, opened.proof);
    case "other":
      return buildReport(buildContext(opened.file, checked, now));
  }
}

/** Evidence in a file about other files. */
function evidenceIn(opened: OpenedFile): Evidence {
  switch (opened.kind) {
    case "pack": {
      const { evidence } = opened.pack;
      const bare = ({ bytes }: { bytes: Uint8Array }) => ({ bytes });
      return { ...evidence, tokens: evidence.tokens.map(bare), proofs: evidence.proofs.map(bare) };
    }
    case "token":
      return { ...noEvidence, tokens: [{ bytes: opened.token }] };
    case "record":
      return { ...noEvidence, records: [{ bytes: opened.bytes }] };
    case "note": {
      const { note } = opened;
      if ("receipt" in note) return { ...noEvidence, receipts: [note.receipt] };
      return { ...noEvidence, attestations: [note.attestation] };
    }
    case "proof":
      return { ...noEvidence, proofs: [{ bytes: opened.proof }] };
    default:
      return noEvidence;
  }
}
