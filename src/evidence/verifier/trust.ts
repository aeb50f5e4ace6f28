import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { z } from "zod";
import { wellFormed } from "../../formats/der/malformed.ts";
import type { KnownBitcoin } from "../bitcoin/header-chain.ts";
import { sameBytes } from "../hash.ts";
import type { Jwks } from "../jwk.ts";
import { postQuantumThumbprint } from "../post-quantum.ts";
import { readJwks } from "../read-jwks.ts";
import { type NoteVerifier, parseVerifierKey, printVerifierKey } from "../tlog/signed-note.ts";
import type { TimeStampService, TrustedList } from "../trust-lists/listed-services.ts";
import { shippedLists, type TrustLists } from "../trust-lists/trust-lists.ts";
import { type AcceptedRoot, readAcceptedRoots } from "../tsp/accepted-roots.ts";
import { type Certificate, readCertificate } from "../x509/certificate.ts";
import { type Crl, readCrl } from "../x509/crl.ts";
import { decodePem } from "../x509/pem.ts";

/** The trusted keys and roots, never from the verified file: those of the service, and the reader's own lists. */
export type Trust = {
  /** The name of the service, for sentences. */
  name: string;
  roots: Certificate[];
  /**
   * Roots of external authorities, for time-stamps only: those that the service names, with the time when it accepted
   * each, and public ones.
   */
  stampRoots: AcceptedRoot[];
  crls: Crl[];
  jwks: Jwks;
  logs: NoteVerifier[];
  /** Keys of the witnesses that cosign the logs. */
  witnesses: NoteVerifier[];
  /** Roots, witnesses and blocks that do not come from the service: only they make a time public (vouched-by.ts). */
  publicRoots: PublicRoot[];
  publicWitnesses: NoteVerifier[];
  publicBlocks: ReadonlyMap<number, PublicBlock>;
  /** What says whether a public authority was a qualified one. */
  trustedLists: readonly TrustedList[];
  /** What confirms further blocks. */
  bitcoin: KnownBitcoin;
};

/** `statuses`: since when a trusted list says that its service is granted or not; without them, it always counts. */
type PublicRoot = Certificate & { statuses?: TimeStampService["statuses"] };

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
});
export type TrustTexts = z.infer<typeof trustTextsSchema>;

/**
 * What the service publishes, as far as the reader's lists accept it, and who on these lists is independent of it. Its
 * own root is never independent of it, even if these lists have it: one that it publishes, or that the reader pinned.
 */
export function readTrust(texts: TrustTexts, lists: TrustLists = shippedLists): Trust {
  const { name, ca, stampCa, crl, jwks, vkeys, witnesses = "" } = texts;
  const published = readCertificates(ca);
  const others = <Root extends Certificate>(roots: readonly Root[], than: readonly Certificate[]): Root[] =>
    roots.filter(({ bytes }) => !than.some((one) => sameBytes(one.bytes, bytes)));
  // The file of roots in a pack also has those of its time-stamps.
  const own = others(published, shippedLists.roots);
  const named = others(readAcceptedRoots(stampCa), own);
  const { trustedLists = [] } = lists;
  const listed = trustedLists.flatMap(({ services }) =>
    services.flatMap(({ certificates, statuses }) => certificates.map((one) => ({ ...one, statuses }))),
  );
  const publicRoots = others<PublicRoot>([...lists.roots, ...listed], own).filter(
    (root) => !isPinned(root, lists),
  );
  return {
    name,
    ...acceptedKeys(
      {
        roots: published,
        jwks: readJwks(jwks) ?? { keys: [] },
        logs: readVerifierKeys(vkeys),
      },
      lists,
    ),
    stampRoots: [...named, ...others(publicRoots, named)],
    crls: readCrls(crl),
    witnesses: readVerifierKeys(witnesses),
    publicRoots,
    publicWitnesses: [...lists.witnesses],
    publicBlocks: new Map(),
    trustedLists,
    bitcoin: lists.bitcoin,
  };
}

const isPinned = ({ bytes }: Certificate, { service }: Pick<TrustLists, "service">): boolean =>
  service?.roots?.includes(bytesToHex(sha256(bytes))) === true;

/** Without the keys of the service that the reader does not accept. */
function acceptedKeys(
  { roots, jwks, logs }: Pick<Trust, "roots" | "jwks" | "logs">,
  { service: only = {} }: TrustLists,
): Pick<Trust, "roots" | "jwks" | "logs"> {
  const logLines = only.logs?.map(printVerifierKey);
  return {
    roots: roots.filter((root) => only.roots === undefined || isPinned(root, { service: only })),
    jwks: {
      keys: jwks.keys.filter(({ x }) => only.keys?.includes(x) ?? true),
      post_quantum_keys: jwks.post_quantum_keys?.filter(
        ({ pub }) => only.keys?.includes(postQuantumThumbprint(pub)) ?? true,
      ),
    },
    logs: logs.filter((log) => logLines?.includes(printVerifierKey(log)) ?? true),
  };
}

const readVerifierKeys = (lines: string) =>
  lines.split("\n").flatMap((line) => parseVerifierKey(line.trim()) ?? []);

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
