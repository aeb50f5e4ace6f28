import { type Evidence, joinEvidence, noEvidence } from "./evidence.ts";
import { type OpenedFile, openFile } from "./open-file.ts";
import type { Judgement } from "./report.ts";
import { examine, type GivenFile } from "./subject.ts";
import type { Trust } from "./trust.ts";
import { judgeContainer } from "./verify-container.ts";
import { judgeNote } from "./verify-note.ts";
import { judgePack, refusedPack } from "./verify-pack.ts";
import { judgeProof } from "./verify-proof.ts";
import { judgeSubject } from "./verify-subject.ts";
import { judgeToken } from "./verify-token.ts";

/**
 * Judges files by each other, by what else is known, and by whom to trust; `now` is the time of the one who asks.
 * Whatever the bytes are, each file gets its four lines, quickly. Runs in browsers, without a network.
 */
export function judgeFiles(files: GivenFile[], known: Evidence, trust: Trust, now: Date): Judgement[] {
  const opened = files.map(openFile);
  const evidence = opened.map(evidenceIn).reduce(joinEvidence, known);
  return opened.map((one) => judgeOpened(one, evidence, trust, now));
}

/** The same for one file. */
export function judgeFile(file: GivenFile, known: Evidence, trust: Trust, now: Date): Judgement {
  return judgeOpened(openFile(file), known, trust, now);
}

function judgeOpened(opened: OpenedFile, known: Evidence, trust: Trust, now: Date): Judgement {
  const { name } = opened.file;
  switch (opened.kind) {
    case "pack":
      return judgePack(name, opened.pack, known, trust, now);
    case "refused-pack":
      return refusedPack(name, opened.fault);
    case "container":
      return judgeContainer(name, opened, known, trust, now);
    case "token":
      return judgeToken(name, opened.token, known, trust);
    case "note":
      return judgeNote(name, opened.note, known, trust, now);
    case "proof":
      return judgeProof(name, opened.proof);
    case "other":
      return judgeSubject(examine(opened.file, known, trust, now));
  }
}

/** What a file can say about others. */
function evidenceIn(opened: OpenedFile): Evidence {
  switch (opened.kind) {
    case "pack": {
      const { evidence } = opened.pack;
      const bare = ({ bytes }: { bytes: Uint8Array }) => ({ bytes });
      return { ...evidence, tokens: evidence.tokens.map(bare), proofs: evidence.proofs.map(bare) };
    }
    case "token":
      return { ...noEvidence, tokens: [{ bytes: opened.token }] };
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
