/** Test support: a document as the service issues it, with all its evidence. */
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { onePage, pdfWithObjectStream, pdfWithTable } from "../../formats/pdf/test-documents.ts";
import { stamped } from "../../formats/pdf/test-stamping.ts";
import { writeSha256Sums } from "../../formats/sha256sums.ts";
import { commitToList } from "../collection-statement.ts";
import { buildHashTree, deriveListSalt } from "../ers/hash-tree.ts";
import { fillSeal, type Signers } from "../pades/fill-seal.ts";
import type { SealOptions } from "../pades/seal.ts";
import { withOpenSeal } from "../pades/test-sealing.ts";
import { sealCms } from "../seal/seal-cms.ts";
import { createSerialNumber } from "../serial-number.ts";
import { signAttestation, signCollectionStatement, signJws } from "../sign-attestation.ts";
import { createSigningKey, publicJwks } from "../signing-key.ts";
import { now, testAuthority } from "../test-pki.ts";
import { commitmentTo } from "../tlog/commitment.ts";
import { foldHashes, leafHash } from "../tlog/merkle.ts";
import { inclusionProof, treeHead } from "../tlog/proofs.ts";
import { buildVerifier, signCheckpoint } from "../tlog/sign-note.ts";
import { printVerifierKey } from "../tlog/signed-note.ts";
import { printTlogProof } from "../tlog/tlog-proof.ts";
import { makeTimeStampToken } from "../tsp/authority.ts";
import type { Signer } from "../x509/key-pair.ts";
import { encodePem } from "../x509/pem.ts";
import { readTrust, type Trust, type TrustTexts } from "./trust.ts";

export const authority = testAuthority("Attestamp");
/** A known time-stamp authority other than the service. */
export const outside = testAuthority("Outside");
export const key = createSigningKey(randomBytes);
const logKey = createSigningKey(randomBytes);
const logName = "attestamp.example/evidence/log";

/** Signs manifests of packs. */
export const buildSigner = ({ key }: Pick<Installation, "key">) => {
  const [publicKey] = publicJwks([key]).keys;
  if (!publicKey) throw new Error("There is no key.");
  return {
    key: publicKey,
    sign: (payload: Uint8Array) => signJws({ alg: "EdDSA", kid: key.kid }, payload, key),
  };
};
export const signer = buildSigner({ key });
export const { key: publicKey } = signer;

/** The keys of a service. */
export type Installation = {
  authority: ReturnType<typeof testAuthority>;
  key: ReturnType<typeof createSigningKey>;
  logKey: ReturnType<typeof createSigningKey>;
};
export const own: Installation = { authority, key, logKey };

export const logOf = (by: Pick<Installation, "logKey">) => buildVerifier(logName, by.logKey);
export const logVerifier = logOf(own);

/** Another service with the same names, as a copy of the program under the same address would have. */
export const buildInstallation = (): Installation => ({
  authority: testAuthority("Attestamp"),
  key: createSigningKey(randomBytes),
  logKey: createSigningKey(randomBytes),
});

/** What an installation publishes. */
export const publishedBy = (by: Installation): TrustTexts => ({
  name: "Attestamp",
  ca: encodePem("CERTIFICATE", by.authority.root.certificate),
  stampCa: encodePem("CERTIFICATE", outside.root.certificate),
  crl: encodePem("X509 CRL", by.authority.crl([])),
  jwks: JSON.stringify(publicJwks([by.key])),
  vkeys: `${printVerifierKey(logOf(by))}\n`,
});

export const trustTexts = publishedBy(own);
/** Trust in what the service publishes: no one independent vouches for any time. */
export const trust = readTrust(trustTexts);
/** The same with a list on which the other authority is public. */
export const vouched: Trust = { ...trust, publicRoots: outside.roots };
export { now };

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** A bare token over this SHA-256. */
export function tokenOver(digest: Uint8Array, signer = authority.tsa, time = now): Uint8Array {
  return makeTimeStampToken(
    { imprint: { hash: "SHA-256", digest }, nonce: undefined, wantsCertificate: true },
    { signer, time, serial: randomBytes(16), accuracyMs: 1000 },
  );
}

const tokenOverFile = (bytes: Uint8Array, stamper: Signer) =>
  tokenOver(createHash("sha256").update(bytes).digest(), stamper);

const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");

/** The options a PDF is prepared with. */
export function sealingOptions(by = authority, reason?: string): SealOptions {
  return {
    subFilter: "ETSI.CAdES.detached",
    name: "Attestamp",
    ...(reason === undefined ? {} : { reason }),
    time: now.getTime(),
    certificates: [base64(by.root.certificate)],
    crls: [base64(by.crl([]))],
    reserved: { seal: 3000, timeStamp: 2000 },
    paddings: [200],
  };
}

/** The signers that fill it in. */
export function buildSigners(by = authority, stampedBy = by.tsa): Signers {
  return {
    seal: (digest) =>
      sealCms({
        digest,
        signer: by.seal,
        chain: [],
        timeStamp: (imprint) => tokenOver(imprint, stampedBy),
      }),
    timeStamp: async (digest) => tokenOver(digest, stampedBy),
  };
}

/** The finished PDF with seal and document time-stamp; the time-stamp may be from another authority. */
export function seal(pdf: Buffer, by = authority, stampedBy = by.tsa, reason?: string): Promise<Buffer> {
  return withOpenSeal(pdf, sealingOptions(by, reason), async (path, open) => {
    await fillSeal(path, open, buildSigners(by, stampedBy));
    return readFileSync(path);
  });
}

export const plainPdf = { table: pdfWithTable(onePage()), stream: pdfWithObjectStream(onePage()) };

/** A document with all its evidence, its PDF with a cross-reference table or stream, and the authority of its times. */
export async function issue(
  kind: keyof typeof plainPdf = "table",
  original = plainPdf[kind],
  by: Installation = own,
  stampedBy = by.authority.tsa,
) {
  const serial = createSerialNumber(randomBytes);
  const stampedCopy = await seal(stamped(original, { serialNumber: serial }).file, by.authority, stampedBy);
  const statement = {
    v: 1,
    serial,
    time: "2026-11-20T19:11:00Z",
    name: "lease.pdf",
    client: "Jane Doe",
    original: sha256Of(original),
    stamped: sha256Of(stampedCopy),
  } as const;
  const attestation = signAttestation(statement, by.key);
  return {
    original,
    stamped: stampedCopy,
    statement,
    attestation,
    receipt: await receiptFor(attestation, by),
    originalToken: tokenOverFile(original, stampedBy),
    stampedToken: tokenOverFile(stampedCopy, stampedBy),
    record: {
      serialNumber: serial,
      processedDate: "2026-11-20T19:11:00.000Z",
      documentName: "lease.pdf",
      clientName: "Jane Doe",
      originalSha256: statement.original,
      stampedSha256: statement.stamped,
      certificateSha256: "c".repeat(64),
    },
  };
}

/** A receipt for the sixth of eleven entries. */
async function receiptFor(attestation: string, { logKey }: Installation): Promise<string> {
  const extra = randomBytes(32);
  const entries = Array.from({ length: 11 }, (_, at) =>
    at === 5 ? commitmentTo(attestation, extra) : randomBytes(32),
  );
  const leaves = entries.map(leafHash);
  const over = (level: number, index: number): Uint8Array => {
    if (level === 0) return leaves[index] ?? new Uint8Array(32);
    return foldHashes([over(level - 1, 2 * index), over(level - 1, 2 * index + 1)]);
  };
  const read = (nodes: { level: number; index: number }[]) =>
    nodes.map(({ level, index }) => over(level, index));
  const head = { origin: logName, size: entries.length, hash: await treeHead(entries.length, read) };
  const hashes = await inclusionProof(5, entries.length, read);
  return printTlogProof({ extra, index: 5, hashes, checkpoint: signCheckpoint(head, logKey) });
}

/** A collection with all its evidence. */
export async function issueCollection(
  names: (string | undefined)[],
  secret = new Uint8Array(randomBytes(32)),
  by: Installation = own,
) {
  const contents = names.map((name, index) => new TextEncoder().encode(`${index}: ${name}`));
  const files = names.map((name, index) => ({
    ...(name === undefined ? {} : { name }),
    sha256: sha256Of(contents[index] ?? new Uint8Array()),
  }));
  const tree = buildHashTree(secret, Buffer.from(files.map(({ sha256 }) => sha256).join(""), "hex"));
  const serial = createSerialNumber(randomBytes);
  const statement = {
    v: 1,
    kind: "collection",
    serial,
    time: "2026-11-20T19:11:00Z",
    name: "Site A",
    client: "Jane Doe",
    files: files.length,
    bytes: 1_000_000,
    root: Buffer.from(tree.root).toString("hex"),
    list: commitToList(deriveListSalt(secret), writeSha256Sums(files)),
  } as const;
  const attestation = signCollectionStatement(statement, by.key);
  return {
    secret,
    contents,
    files,
    tree,
    statement,
    attestation,
    receipt: await receiptFor(attestation, by),
    token: tokenOver(tree.root, by.authority.tsa),
  };
}
