import { makeAsicS, mayStandInside } from "../asic/asic-s.ts";
import type { Piece } from "../zip/pieces.ts";
import { writeZip, type ZipFile } from "../zip/write-zip.ts";
import { describeAttestation } from "./attestation-json.ts";
import { hashPieces } from "./hash-pieces.ts";
import { manifestPayload } from "./pack-manifest.ts";
import type { NamedFile, PackParts } from "./pack-parts.ts";
import { checkpointTokenNames, isPartName, partNames } from "./part-names.ts";
import { writeReadme } from "./readme.ts";

/**
 * The evidence pack of a document, in pieces: one ZIP file with all that proves it without us, and a signed manifest
 * of it. Texts are packed, what cannot get any smaller is stored, so that large files are never held; each is read
 * once for its hash. The same parts give the same bytes. Rejects with the signal's reason once nobody wants it.
 */
export async function makePack(given: PackParts, signal?: AbortSignal): Promise<Piece[]> {
  const time = new Date(given.statement.time);
  const parts = withFreeNames(given);
  const { stamped, certificate, originalToken, stampedToken, receipt, declaration, checker } = parts;
  const files = [
    text(partNames.readme, writeReadme(parts)),
    stored(partNames.certificate, certificate),
    stored(stamped.name, stamped.content),
    text(partNames.attestation, describeAttestation(parts)),
    stored(partNames.signedAttestation, utf8(`${parts.signedStatement}\n`)),
    originalToken && stored(partNames.originalToken, originalToken),
    stampedToken && stored(partNames.stampedToken, stampedToken),
    receipt === undefined ? undefined : stored(partNames.receipt, utf8(receipt)),
    ...witnessFiles(parts),
    containerOf(parts, time),
    text(partNames.root, parts.roots),
    { name: partNames.crl, packed: parts.crl },
    stored(partNames.declaration, declaration),
    checker && { name: partNames.checker, packed: checker },
  ];
  const present = files.filter((file) => file !== undefined);
  const { serial } = parts.statement;
  const payload = manifestPayload({
    serial,
    files: await Promise.all(present.map((file) => listed(file, signal))),
  });
  return writeZip([...present, stored(partNames.manifest, utf8(`${parts.signer.sign(payload)}\n`))], time);
}

async function listed(file: ZipFile, signal?: AbortSignal): Promise<{ name: string; sha256: string }> {
  const pieces = "stored" in file ? file.stored : [file.packed];
  return { name: file.name, sha256: await hashPieces(pieces, signal) };
}

const utf8 = (words: string) => new TextEncoder().encode(words);
const text = (name: string, words: string): ZipFile => ({ name, packed: utf8(words) });
const stored = (name: string, content: Piece): ZipFile => ({ name, stored: [content] });

/** No document can put itself into the place of another file of the pack, nor of its container. */
function withFreeNames(parts: PackParts): PackParts {
  const { stamped, original } = parts;
  return {
    ...parts,
    stamped: isPartName(stamped.name) ? { ...stamped, name: `Stamped_${stamped.name}` } : stamped,
    ...(original && { original: withNameInside(original) }),
  };
}

const withNameInside = (file: NamedFile): NamedFile =>
  mayStandInside(file.name) ? file : { ...file, name: "document" };

function witnessFiles({ witnessed }: PackParts): ZipFile[] {
  const { tokens = [], proof } = witnessed ?? {};
  const named = checkpointTokenNames.flatMap((name, at) => {
    const token = tokens[at];
    return token ? [stored(name, token)] : [];
  });
  return proof ? [...named, stored(partNames.checkpointProof, proof)] : named;
}

/** An original without its time-stamp is no container. */
function containerOf({ original, originalToken }: PackParts, time: Date): ZipFile | undefined {
  if (!original || !originalToken) return undefined;
  const { name, content } = original;
  return {
    name: partNames.container,
    stored: makeAsicS({ name, data: content, token: originalToken }, time),
  };
}
