import { wellFormed } from "../../formats/der/malformed.ts";
import { readCanonicalTime } from "../../formats/zip/canonical-zip.ts";
import { isHidden } from "../../formats/zip/plain-names.ts";
import { unpackZip, type ZipEntry } from "../../formats/zip/read-zip.ts";
import { isZip, listZip, type ZipIssue } from "../../formats/zip/zip-directory.ts";
import { isAsicS, readAsicS, tokenName } from "../asic/asic-s.ts";
import { easiestTarget, hasProofOfWork, headerBytes, readBlockHeader } from "../bitcoin/block-header.ts";
import { maxHeaders } from "../bitcoin/header-chain.ts";
import { isPicture } from "../c2pa/placeholder.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { type EvidenceRecord, readEvidenceRecord } from "../ers/evidence-record.ts";
import { oids } from "../oids.ts";
import { beginsTrustFile } from "../trust-lists/trust-file.ts";
import { tokenOfReply } from "../tsp/token.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import type { GivenFile } from "./file-context.ts";
import { isPdf } from "./pdf/status.ts";
import { holdsPack, type Pack, readPack, seemsPack } from "./read-pack.ts";
import { isAttestation } from "./statement.ts";
import type { Container } from "./verify-container.ts";
import type { Note } from "./verify-note.ts";
import { seemsProof } from "./verify-proof.ts";

/** The content of a file, parsed once. */
export type OpenedFile = { file: GivenFile } & (
  | { kind: "pack"; pack: Pack }
  | { kind: "refused-pack"; error: ZipIssue }
  | ({ kind: "container" } & Container)
  | { kind: "token"; token: Uint8Array }
  | { kind: "record"; record: EvidenceRecord; bytes: Uint8Array }
  | { kind: "note"; note: Note }
  | { kind: "proof"; proof: Uint8Array }
  | { kind: "headers"; headers: Uint8Array }
  | { kind: "other" }
);

/** Maximum size of time-stamps, receipts, attestations and proofs. */
export const maxSmallBytes = 65_536;

/** True for a file that may prove others or has a reader's lists, by its first 1,024 bytes and its size. */
export const maySupport = (head: Uint8Array, size: number) =>
  size <= maxSmallBytes || isZip(head) || beginsHeaders(head, size) || beginsTrustFile(head, size);

/** The same for one that may also contain seals. */
export const mustBeOpened = (head: Uint8Array, size: number) =>
  maySupport(head, size) || isPdf(head) || isPicture(head);

/**
 * Opens files that may contain evidence. A ZIP file is only unpacked if its directory names the parts of a pack or of a
 * container, so Word documents are not unpacked.
 */
export function openFile(file: GivenFile): OpenedFile {
  if (!("bytes" in file)) return { file, kind: "other" };
  const { bytes } = file;
  if (isZip(bytes)) return openZip(file, bytes);
  const token = tokenIn(bytes);
  if (token) return { file, kind: "token", token };
  const record = recordIn(bytes);
  if (record) return { file, kind: "record", record, bytes };
  if (bytes.length <= maxSmallBytes && seemsProof(bytes)) return { file, kind: "proof", proof: bytes };
  if (beginsHeaders(bytes, bytes.length)) return { file, kind: "headers", headers: bytes };
  const note = noteIn(bytes);
  return note ? { file, kind: "note", note } : { file, kind: "other" };
}

/** True for a file that begins with the header of a Bitcoin block and may consist of such headers. */
const beginsHeaders = (head: Uint8Array, size: number) =>
  size >= headerBytes &&
  size <= maxHeaders * headerBytes &&
  size % headerBytes === 0 &&
  hasProofOfWork(readBlockHeader(head.subarray(0, headerBytes)), easiestTarget);

function openZip(file: GivenFile, bytes: Uint8Array): OpenedFile {
  const directory = listZip(bytes);
  if ("error" in directory) {
    if (seemsPack(bytes)) return { file, kind: "refused-pack", ...directory };
    return seemsContainer(bytes) ? { file, kind: "container", content: directory } : { file, kind: "other" };
  }
  const { places } = directory;
  const isPack = holdsPack(places);
  if (isPack && places.some(({ name }) => isHidden(name)))
    return { file, kind: "refused-pack", error: "names" };
  if (!isPack && !seemsContainer(bytes)) return { file, kind: "other" };
  const entries = unpackZip(directory);
  if (isPack) {
    if ("error" in entries) return { file, kind: "refused-pack", ...entries };
    return { file, kind: "pack", pack: readPack(entries, bytes) };
  }
  if ("error" in entries) return { file, kind: "container", content: entries };
  if (!isAsicS(entries)) return { file, kind: "other" };
  return {
    file,
    kind: "container",
    content: readAsicS(entries),
    writtenAt: readContainerTime(bytes, entries),
  };
}

/** The date of a container whose ZIP file has our canonical form: nothing is deflated, and the token comes last. */
function readContainerTime(bytes: Uint8Array, entries: ZipEntry[]): Date | undefined {
  const isContainer = entries.length === 3 && entries.at(-1)?.name === tokenName;
  return isContainer && entries.every(({ isStored }) => isStored)
    ? readCanonicalTime(bytes, entries)
    : undefined;
}

/** True for a file that begins like a container, even if it is damaged. */
const seemsContainer = (bytes: Uint8Array) =>
  new TextDecoder("latin1").decode(bytes.subarray(30, 69)) === "mimetypeapplication/vnd.etsi.asic-s+zip";

/** A receipt of the public log or an attestation; both are text. */
function noteIn(bytes: Uint8Array): Note | undefined {
  if (bytes.length > maxSmallBytes) return undefined;
  const text = new TextDecoder().decode(bytes);
  if (text.startsWith("c2sp.org/tlog-proof@")) return { receipt: text };
  return isAttestation(text.trim()) ? { attestation: text.trim() } : undefined;
}

function recordIn(bytes: Uint8Array): EvidenceRecord | undefined {
  if (bytes[0] !== 0x30 || bytes.length > maxSmallBytes) return undefined;
  const record = wellFormed(() => readEvidenceRecord(bytes));
  return record === "unsupported" ? undefined : record;
}

/** A bare token, or the one in a reply. */
function tokenIn(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x30 || bytes.length > maxSmallBytes) return undefined;
  const reply = tokenOfReply(bytes);
  const token = "token" in reply ? reply.token : bytes;
  return wellFormed(() => readSignedData(token))?.contentType === oids.tstInfo ? token : undefined;
}

/** Evidence in a file about other files. */
export function evidenceIn(opened: OpenedFile): Evidence {
  switch (opened.kind) {
    case "pack": {
      const { evidence } = opened.pack;
      const bare = ({ bytes }: { bytes: Uint8Array }) => ({ bytes });
      return {
        ...evidence,
        receipts: [],
        looseReceipts: evidence.receipts,
        tokens: evidence.tokens.map(bare),
        proofs: evidence.proofs.map(bare),
      };
    }
    case "token":
      return { ...noEvidence, tokens: [{ bytes: opened.token }] };
    case "record":
      return { ...noEvidence, records: [{ bytes: opened.bytes }] };
    case "note": {
      const { note } = opened;
      if ("receipt" in note) return { ...noEvidence, looseReceipts: [note.receipt] };
      return { ...noEvidence, attestations: [note.attestation] };
    }
    case "proof":
      return { ...noEvidence, proofs: [{ bytes: opened.proof }] };
    case "headers":
      return { ...noEvidence, headers: [opened.headers] };
    default:
      return noEvidence;
  }
}
