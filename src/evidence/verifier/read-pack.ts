import { hexToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { readCanonicalTime } from "../../formats/zip/canonical-zip.ts";
import { readZip, type ZipEntry } from "../../formats/zip/read-zip.ts";
import { readAsicS, type TimeStampedFile } from "../asic/asic-s.ts";
import { collectionStatementIn } from "../collection-statement.ts";
import { sameBytes } from "../hash.ts";
import { parseJson } from "../jws.ts";
import { checkpointTokenNames, partNames } from "../part-names.ts";
import { type Evidence, noEvidence } from "./evidence.ts";
import { crlsIn } from "./trust.ts";

/** The files of an evidence pack. */
export type Pack = {
  entries: ZipEntry[];
  /** The date of its entries, if the ZIP file has the canonical form of packs. */
  writtenAt: Date | undefined;
  /** The signed list of all other files, compact JWS; early packs have none. */
  manifest: { text: string; isExact: boolean } | undefined;
  stamped: ZipEntry | undefined;
  /** SHA256SUMS, if it is the pack of a collection. */
  sums: ZipEntry | undefined;
  certificate: Uint8Array | undefined;
  /** The original inside its container; `broken` if the container cannot be read. */
  original: TimeStampedFile | "broken" | undefined;
  /** The readable form of the attestation, JSON. */
  attestation: Uint8Array | undefined;
  /** Names of files that none of our packs has. */
  strays: string[];
  evidence: Evidence;
};

const names: ReadonlySet<string> = new Set(Object.values(partNames));
const collectionNames: ReadonlySet<string> = new Set([
  partNames.sums,
  partNames.rootToken,
  partNames.records,
]);

/** True for the directory of a pack. */
export const holdsPack = (places: { name: string }[]) =>
  places.some(({ name }) => name === partNames.signedAttestation);

/** Reads a pack from these files. */
export function readPack(entries: ZipEntry[], bytes: Uint8Array): Pack {
  const part = (name: string) => entries.find((entry) => entry.name === name)?.data;
  const text = (name: string) => new TextDecoder().decode(part(name) ?? new Uint8Array());
  const container = part(partNames.container);
  const tokens = [
    { bytes: part(partNames.originalToken), about: "original" },
    { bytes: part(partNames.stampedToken), about: "stamped" },
    { bytes: part(partNames.rootToken) },
    ...checkpointTokenNames.map((name) => ({ bytes: part(name), about: "checkpoint" }) as const),
  ] as const;
  const renewal = part(partNames.renewal);
  const proof = part(partNames.checkpointProof);
  const headers = part(partNames.checkpointHeaders);
  const signed = text(partNames.signedAttestation).trim();
  const isCollection = collectionStatementIn(signed) !== undefined;
  const sums = isCollection ? entries.find(({ name }) => name === partNames.sums) : undefined;
  const others = entries.filter(
    ({ name }) => !names.has(name) || (!isCollection && collectionNames.has(name)),
  );
  const stamped = isCollection ? undefined : others[0];
  const strays = isCollection ? others : others.slice(1);
  const secret = readSecret(part(partNames.attestation));
  const list = sums && decodeExactly(sums.data);
  return {
    entries,
    writtenAt: hasPackMethods(entries) ? readCanonicalTime(bytes, entries) : undefined,
    manifest: readManifest(part(partNames.manifest)),
    stamped,
    sums,
    strays: strays.map(({ name }) => name),
    certificate: part(partNames.certificate),
    original: container && originalIn(container),
    attestation: part(partNames.attestation),
    evidence: {
      ...noEvidence,
      attestations: [signed],
      receipts: [text(partNames.receipt)].filter((receipt) => receipt !== ""),
      tokens: tokens.flatMap(({ bytes, ...rest }) => (bytes ? [{ bytes, ...rest }] : [])),
      lists: list !== undefined && secret ? [{ sums: list, secret }] : [],
      records: renewal ? [{ bytes: renewal }] : [],
      proofs: proof ? [{ bytes: proof, about: "checkpoint" }] : [],
      headers: headers ? [headers] : [],
      crls: crlsIn(part(partNames.crl) ?? new Uint8Array()),
    },
  };
}

/** The text with these UTF-8 bytes and no others; a byte order mark remains part of it. */
function decodeExactly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The secret of a collection's hash tree in the readable form of its attestation. */
function readSecret(attestation: Uint8Array | undefined): Uint8Array | undefined {
  const shown = secretSchema.safeParse(attestation && parseJson(attestation));
  return shown.success ? hexToBytes(shown.data.secret) : undefined;
}

const secretSchema = z.object({ secret: z.string().regex(/^[0-9a-f]{64}$/) });

/** Early packs have deflated texts; all others have no deflated files. */
const hasPackMethods = (entries: ZipEntry[]) =>
  entries.every(({ isStored }) => isStored) ||
  entries.every(({ name, isStored }) => isStored === !deflatedInEarlyPacks.has(name));

const deflatedInEarlyPacks: ReadonlySet<string> = new Set([
  partNames.readme,
  partNames.attestation,
  partNames.root,
  partNames.crl,
  partNames.checker,
]);

/** `isExact`: the file contains only the list and its final line break. */
function readManifest(bytes: Uint8Array | undefined): Pack["manifest"] {
  if (!bytes) return undefined;
  const text = new TextDecoder().decode(bytes).trim();
  return { text, isExact: sameBytes(bytes, new TextEncoder().encode(`${text}\n`)) };
}

function originalIn(container: Uint8Array): TimeStampedFile | "broken" {
  const entries = readZip(container);
  return ("error" in entries ? undefined : readAsicS(entries)) ?? "broken";
}

/** True for a pack, even a damaged one: recognized by the names at its end. */
export function seemsPack(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(-65_536)).includes(partNames.signedAttestation);
}
