import { hexToBytes } from "@noble/hashes/utils.js";
import { fileNumber } from "../../formats/sha256sums.ts";
import { verifyPage } from "../../formats/verify-url.ts";
import { getSize, type Piece } from "../../formats/zip/pieces.ts";
import { writeZip } from "../../formats/zip/write-zip.ts";
import { statementFile } from "../attestation.ts";
import { writeEvidenceRecord } from "../ers/evidence-record.ts";
import { hashNatively } from "../ers/hash-natively.ts";
import { deriveListSalt, reduceForEach } from "../ers/hash-tree.ts";
import { partNames } from "../part-names.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import { type CollectionPackParts, maxRecordsInPack } from "./collection-pack-parts.ts";
import { writeCollectionReadme } from "./collection-readme.ts";
import { file, secondSignatures, text, witnessFiles, writeSigned } from "./make-pack.ts";

/**
 * The evidence pack of a collection, in pieces: one ZIP file with everything that proves it without our service. The
 * evidence records of the files are in a separate ZIP file inside it, unless there are too many. The same parts give
 * the same bytes. Rejects with the signal's reason when the request is aborted. Server only.
 */
export async function makeCollectionPack(parts: CollectionPackParts, signal?: AbortSignal): Promise<Piece[]> {
  const files = [
    text(partNames.readme, writeCollectionReadme(parts)),
    file(partNames.certificate, parts.certificate),
    file(partNames.sums, parts.sums),
    text(partNames.attestation, describeCollection(parts)),
    file(partNames.signedAttestation, statementFile(parts.signedStatement)),
    ...secondSignatures(parts),
    file(partNames.rootToken, parts.token),
    parts.statement.files > maxRecordsInPack
      ? undefined
      : file(partNames.records, joinPieces(writeRecords(parts))),
    parts.renewal && file(partNames.renewal, parts.renewal),
    parts.receipt === undefined ? undefined : text(partNames.receipt, parts.receipt),
    parts.coseReceipt && file(partNames.coseReceipt, parts.coseReceipt),
    parts.scitt && file(partNames.signedStatement, parts.scitt),
    ...witnessFiles(parts),
    text(partNames.root, parts.roots),
    file(partNames.crl, parts.crl),
    parts.checker && file(partNames.checker, parts.checker),
  ];
  return writeSigned(files, parts, signal);
}

function writeRecords({ files, secret, token, statement }: CollectionPackParts): Piece[] {
  const hashes = hexToBytes(files.map(({ sha256 }) => sha256).join(""));
  const records = reduceForEach(secret, hashes, hashNatively).map((reduced, index) =>
    file(`${fileNumber(index, files.length)}.ers`, writeEvidenceRecord(reduced, token)),
  );
  return writeZip(records, new Date(statement.time));
}

function joinPieces(pieces: Piece[]): Uint8Array {
  const bytes = new Uint8Array(getSize(pieces));
  let at = 0;
  for (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) throw new Error("Only small pieces can be joined.");
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/**
 * The readable form of the attestation, indented JSON. With the secret and SHA256SUMS, anyone can compute the root, the
 * commitment to the list, and the record of each file.
 */
function describeCollection(parts: CollectionPackParts): string {
  const { statement, key, log, origin, secret } = parts;
  const description = {
    statement,
    signedIn: partNames.signedAttestation,
    secret: Buffer.from(secret).toString("hex"),
    listSalt: Buffer.from(deriveListSalt(secret)).toString("hex"),
    key,
    page: verifyPage(origin, statement.serial),
    keysAt: `${origin.replace(/\/+$/, "")}/.well-known/jwks.json`,
    log: printVerifierKey(log),
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
