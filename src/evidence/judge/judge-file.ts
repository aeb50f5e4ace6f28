import { isAsicS, readAsicS } from "../asic/asic-s.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { wellFormed } from "../der/malformed.ts";
import { oids } from "../oids.ts";
import { tokenOfReply } from "../time-stamp/token.ts";
import { isZip, readZip } from "../zip/read-zip.ts";
import { type Evidence, isAttestation, joinEvidence, noEvidence } from "./evidence.ts";
import { judgeContainer } from "./judge-container.ts";
import { judgeNote, type Note } from "./judge-note.ts";
import { damagedPack, judgePack } from "./judge-pack.ts";
import { judgeSubject } from "./judge-subject.ts";
import { judgeToken } from "./judge-token.ts";
import type { Judgement } from "./judgement.ts";
import { readPack, seemsPack } from "./read-pack.ts";
import { examine, type GivenFile } from "./subject.ts";
import type { Trust } from "./trust.ts";

/**
 * Judges files by each other, by what else is known, and by whom to trust; `now` is the time of the one who asks.
 * Whatever the bytes are, each file gets its four lines, quickly. Runs in browsers, without a network.
 */
export function judgeFiles(files: GivenFile[], known: Evidence, trust: Trust, now: Date): Judgement[] {
  const evidence = files.map(evidenceIn).reduce(joinEvidence, known);
  return files.map((file) => judgeFile(file, evidence, trust, now));
}

/** The same for one file. */
export function judgeFile(file: GivenFile, known: Evidence, trust: Trust, now: Date): Judgement {
  if (!("bytes" in file)) return judgeSubject(examine(file, known, trust, now));
  const { name, bytes } = file;
  if (isZip(bytes)) {
    const entries = readZip(bytes);
    const pack = entries && readPack(entries);
    if (pack) return judgePack(name, pack, known, trust, now);
    if (!entries && seemsPack(bytes)) return damagedPack(name);
    if (entries && isAsicS(entries)) return judgeContainer(name, readAsicS(entries), known, trust, now);
  }
  const token = tokenIn(bytes);
  if (token) return judgeToken(name, token, known, trust);
  const note = noteIn(bytes);
  return note ? judgeNote(name, note, known, trust, now) : judgeSubject(examine(file, known, trust, now));
}

/** What a file can say about others. */
function evidenceIn(file: GivenFile): Evidence {
  if (!("bytes" in file)) return noEvidence;
  const { bytes } = file;
  if (isZip(bytes)) {
    const pack = readPack(readZip(bytes) ?? []);
    if (!pack) return noEvidence;
    const tokens = pack.evidence.tokens.map((token) => ({ bytes: token.bytes }));
    return { ...pack.evidence, tokens };
  }
  const token = tokenIn(bytes);
  if (token) return { ...noEvidence, tokens: [{ bytes: token }] };
  const note = noteIn(bytes);
  if (note && "receipt" in note) return { ...noEvidence, receipts: [note.receipt] };
  return note ? { ...noEvidence, attestations: [note.attestation] } : noEvidence;
}

/** A receipt of the log or a signed statement, which are text. */
function noteIn(bytes: Uint8Array): Note | undefined {
  if (bytes.length > 65_536) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("c2sp.org/tlog-proof@")) return { receipt: text };
  return isAttestation(text.trim()) ? { attestation: text.trim() } : undefined;
}

/** A bare token, or the one in a reply. */
function tokenIn(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x30 || bytes.length > 65_536) return undefined;
  const reply = tokenOfReply(bytes);
  const token = "token" in reply ? reply.token : bytes;
  return wellFormed(() => readSignedData(token))?.contentType === oids.tstInfo ? token : undefined;
}
