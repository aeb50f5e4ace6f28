import { z } from "zod";
import { wellFormed } from "../../formats/der/malformed.ts";
import type { Jwks } from "../jwk.ts";
import { readJwks } from "../read-jwks.ts";
import { type NoteVerifier, parseVerifierKey } from "../tlog/signed-note.ts";
import { type AcceptedRoot, readAcceptedRoots } from "../tsp/accepted-roots.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type Crl, readCrl } from "../x509/crl.ts";
import { decodePem } from "../x509/pem.ts";

/** The trusted keys and roots, obtained from the service and never from the verified file. */
export type Trust = {
  /** The name of the service, for sentences. */
  name: string;
  roots: Certificate[];
  /** Roots of external authorities, for time-stamps only, with the time when the service accepted each. */
  stampRoots: AcceptedRoot[];
  crls: Crl[];
  jwks: Jwks;
  logs: NoteVerifier[];
  /** Keys of the witnesses that cosign the logs. */
  witnesses: NoteVerifier[];
  /** Merkle roots of Bitcoin blocks by height, in the notation of block explorers. */
  blocks: ReadonlyMap<number, string>;
  /** Roots, witnesses and blocks that do not come from the service: only they make a time public (vouched-by.ts). */
  publicRoots: Certificate[];
  publicWitnesses: NoteVerifier[];
  publicBlocks: ReadonlyMap<number, PublicBlock>;
};

/** A block of the chain with the most work; its time may be two hours off. */
export type PublicBlock = { merkleRoot: string; time: Date };

/** The same as the service publishes it; empty or unreadable parts count as unknown. */
export const trustTextsSchema = z.object({
  name: z.string(),
  /** PEM. */
  ca: z.string().default(""),
  /** PEM of external roots, for time-stamps only, as `printAcceptedRoot` writes it. */
  stampCa: z.string().default(""),
  crl: z.string().default(""),
  /** The public key document, JSON. */
  jwks: z.string().default(""),
  /** Verifier keys of logs, one per line. */
  vkeys: z.string().default(""),
  /** Verifier keys of the logs' witnesses, one per line. */
  witnesses: z.string().optional(),
  /** Known Bitcoin blocks: height, a space and merkle root, one per line. */
  blocks: z.string().optional(),
});
export type TrustTexts = z.infer<typeof trustTextsSchema>;

export function readTrust(texts: TrustTexts): Trust {
  const { name, ca, stampCa, crl, jwks, vkeys, witnesses = "", blocks = "" } = texts;
  return {
    name,
    roots: readCertificates(ca),
    stampRoots: readAcceptedRoots(stampCa),
    crls: readCrls(crl),
    jwks: readJwks(jwks) ?? { keys: [] },
    logs: readVerifierKeys(vkeys),
    witnesses: readVerifierKeys(witnesses),
    blocks: readBlocks(blocks),
    publicRoots: [],
    publicWitnesses: [],
    publicBlocks: new Map(),
  };
}

const readVerifierKeys = (lines: string) =>
  lines.split("\n").flatMap((line) => parseVerifierKey(line.trim()) ?? []);

function readBlocks(lines: string): Map<number, string> {
  const found = lines.matchAll(/^(\d{1,9}) ([0-9a-f]{64})$/gm);
  return new Map([...found].map(([, height, root = ""]) => [Number(height), root]));
}

function readCertificates(pem: string): Certificate[] {
  return decodePem("CERTIFICATE", pem).flatMap((der) => wellFormed(() => readCertificate(der)) ?? []);
}

/** The revocation lists of a file, DER or PEM. */
export function crlsIn(bytes: Uint8Array): Crl[] {
  const crl = wellFormed(() => readCrl(bytes));
  return crl ? [crl] : readCrls(new TextDecoder().decode(bytes));
}

/** The revocation lists of a PEM text; malformed ones are skipped. */
function readCrls(pem: string): Crl[] {
  return decodePem("X509 CRL", pem).flatMap((der) => wellFormed(() => readCrl(der)) ?? []);
}
