import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { verifyPage } from "../../formats/verify-url.ts";
import { type Piece, readPieces } from "../../formats/zip/pieces.ts";
import { writeZip, type ZipFile } from "../../formats/zip/write-zip.ts";
import { isAllowedInContainer, makeAsicS } from "../asic/asic-s.ts";
import { statementFile } from "../attestation.ts";
import { manifestPayload } from "../pack-manifest.ts";
import { checkpointTokenNames, isPartName, partNames } from "../part-names.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import type { NamedFile, PackParts } from "./pack-parts.ts";
import { writeReadme } from "./readme.ts";

/**
 * The evidence pack of a document, in pieces: one ZIP file with everything that proves it without our service, and a
 * signed manifest. Large files are not buffered; each is read once for its hash. The same parts give the same bytes.
 * Rejects with the signal's reason when the request is aborted.
 */
export async function makePack(given: PackParts, signal?: AbortSignal): Promise<Piece[]> {
  const time = new Date(given.statement.time);
  const parts = withFreeNames(given);
  const { stamped, certificate, originalToken, stampedToken, receipt, declaration, checker } = parts;
  const files = [
    text(partNames.readme, writeReadme(parts)),
    file(partNames.certificate, certificate),
    file(stamped.name, stamped.content),
    text(partNames.attestation, describeAttestation(parts)),
    file(partNames.signedAttestation, statementFile(parts.signedStatement)),
    ...secondSignatures(parts),
    originalToken && file(partNames.originalToken, originalToken),
    stampedToken && file(partNames.stampedToken, stampedToken),
    parts.renewal && file(partNames.renewal, parts.renewal),
    receipt === undefined ? undefined : file(partNames.receipt, utf8(receipt)),
    parts.coseReceipt && file(partNames.coseReceipt, parts.coseReceipt),
    parts.scitt && file(partNames.signedStatement, parts.scitt),
    ...witnessFiles(parts),
    buildContainer(parts, time),
    text(partNames.root, parts.roots),
    file(partNames.crl, parts.crl),
    file(partNames.declaration, declaration),
    checker && file(partNames.checker, checker),
  ];
  return writeSigned(files, parts, signal);
}

/** The ZIP file with these files and the signed list of them. */
export async function writeSigned(
  files: (ZipFile | undefined)[],
  { statement, signer }: Pick<PackParts, "signer"> & { statement: { serial: string; time: string } },
  signal?: AbortSignal,
): Promise<Piece[]> {
  const present = files.filter((one) => one !== undefined);
  const payload = manifestPayload({
    serial: statement.serial,
    files: await Promise.all(present.map((one) => listed(one, signal))),
  });
  const manifest = file(partNames.manifest, utf8(`${signer.sign(payload)}\n`));
  return writeZip([...present, manifest], new Date(statement.time));
}

async function listed(
  { name, content }: ZipFile,
  signal?: AbortSignal,
): Promise<{ name: string; sha256: string }> {
  return { name, sha256: await hashPieces(content, signal) };
}

const utf8 = (words: string) => new TextEncoder().encode(words);
export const text = (name: string, words: string): ZipFile => ({ name, content: [utf8(words)] });
export const file = (name: string, content: Piece): ZipFile => ({ name, content: [content] });

/** Renames documents whose name collides with another file of the pack or its container. */
function withFreeNames(parts: PackParts): PackParts {
  const { stamped, original } = parts;
  return {
    ...parts,
    stamped: isPartName(stamped.name) ? { ...stamped, name: `Stamped_${stamped.name}` } : stamped,
    ...(original && { original: withNameInside(original) }),
  };
}

const withNameInside = (file: NamedFile): NamedFile =>
  isAllowedInContainer(file.name) ? file : { ...file, name: "document" };

export function secondSignatures({ second }: Pick<PackParts, "second">): ZipFile[] {
  if (!second) return [];
  const { statement, checkpoint } = second;
  return [
    file(partNames.secondStatement, statementFile(statement)),
    ...(checkpoint === undefined ? [] : [file(partNames.secondCheckpoint, statementFile(checkpoint))]),
  ];
}

export function witnessFiles({ witnessed }: Pick<PackParts, "witnessed">): ZipFile[] {
  const { tokens = [], proof, headers } = witnessed ?? {};
  const named = checkpointTokenNames.flatMap((name, at) => {
    const token = tokens[at];
    return token ? [file(name, token)] : [];
  });
  return [
    ...named,
    ...(proof ? [file(partNames.checkpointProof, proof)] : []),
    ...(headers ? [file(partNames.checkpointHeaders, headers)] : []),
  ];
}

/** An original without a time-stamp gets no container. */
function buildContainer({ original, originalToken }: PackParts, time: Date): ZipFile | undefined {
  if (!original || !originalToken) return undefined;
  const { name, content } = original;
  return {
    name: partNames.container,
    content: makeAsicS({ name, data: content, token: originalToken }, time),
  };
}

/** The readable form of the attestation, indented JSON. It is not signed itself; the signed form is a separate file. */
function describeAttestation(parts: PackParts): string {
  const { statement, key, log, origin, stamped, certificate } = parts;
  const description = {
    statement,
    signedIn: partNames.signedAttestation,
    key,
    page: verifyPage(origin, statement.serial),
    keysAt: `${origin.replace(/\/+$/, "")}/.well-known/jwks.json`,
    log: printVerifierKey(log),
    files: [
      { name: stamped.name, sha256: statement.stamped },
      { name: partNames.certificate, sha256: bytesToHex(sha256(certificate)) },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}

/** The lower-case hex SHA-256 of pieces; large ones are streamed. Rejects with the signal's reason. Server only. */
async function hashPieces(pieces: Piece[], signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of readPieces(pieces)) {
    signal?.throwIfAborted();
    hash.update(chunk);
  }
  return hash.digest("hex");
}
