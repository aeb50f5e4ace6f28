import { readFile } from "node:fs/promises";
import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { AppError } from "../../errors.ts";
import { checkAttestation } from "../../evidence/attestation.ts";
import { checkCollectionStatement } from "../../evidence/collection-statement.ts";
import { makeCoseReceipt } from "../../evidence/cose/receipt.ts";
import { makeSignedStatement } from "../../evidence/cose/signed-statement.ts";
import { isJwsSignedNatively } from "../../evidence/ed25519-natively.ts";
import { parseJws } from "../../evidence/jws.ts";
import { withKeys } from "../../evidence/pack/checker.ts";
import { type CollectionPackParts, maxRecordsInPack } from "../../evidence/pack/collection-pack-parts.ts";
import { ownSignatures } from "../../evidence/pack/own-signatures.ts";
import type { PackParts, StampedFile } from "../../evidence/pack/pack-parts.ts";
import { findSignatures } from "../../evidence/pades/find-signatures.ts";
import { signSecond } from "../../evidence/post-quantum-key.ts";
import { tokenIn } from "../../evidence/seal/tokens-in-signatures.ts";
import { signJws } from "../../evidence/sign-attestation.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { parseVerifierKey } from "../../evidence/tlog/signed-note.ts";
import { checkpointIn } from "../../evidence/tlog/tlog-proof.ts";
import type { TrustTexts } from "../../evidence/verifier/trust.ts";
import { cleanFileName } from "../../formats/file-names.ts";
import { fileTypes } from "../../formats/file-types.ts";
import { largePiece } from "../../platform/files/large-piece.ts";
import type { FoundFile, ReadableFile } from "../../platform/files/store.ts";
import { publishedKeys } from "../../platform/keys/keys.ts";
import type { IssuingDeps } from "../deps.ts";
import { readVerifierKey } from "../log/log.service.ts";
import { readVerifierKeys } from "../log/published-log.service.ts";
import { findEvidenceRecord } from "../renewal/evidence-record.service.ts";
import { storedTokens } from "../tsa/document-time-stamps.service.ts";
import { crlDer, crlsPem, rootCertificatePem } from "../tsa/public-tsa.service.ts";
import { acceptedRootsBehind, acceptedRootsPem } from "../tsa/trust-anchors.service.ts";
import { readCosignerKeys } from "../witnesses/published-witnesses.service.ts";
import { readBlockHeaders } from "../witnesses/stored-headers.service.ts";
import { getWitnessedReceipt, type WitnessedReceipt } from "../witnesses/witnessed-receipt.service.ts";
import { hasWitnesses } from "../witnesses/witnesses.ts";
import { findAttestation } from "./attestations.repo.ts";
import {
  type DocumentRow,
  type Holding,
  isStarted,
  type StartedDocument,
  stampTimeZone,
} from "./document-row.ts";
import { readSummedFiles } from "./summed-files.service.ts";

/** The stored files that a pack is made from. */
export type EvidenceFiles = {
  fileName: string;
  document: StartedDocument;
  stamped: ReadableFile;
  certificate: ReadableFile;
  /**
   * Only while it is stored, and only for its owner: someone who received a stamped copy was not given the original.
   */
  original?: FoundFile;
} & ({ holds: "file" } | { holds: "list"; collection: CollectionFacts });

/** A seal is at the end of a file: two signatures, certificates and revocation lists, 100 kB in all. */
const sealedEndBytes = 1024 * 1024;
const declarationMs = 30_000;

/**
 * Throws AppError if the document's statement or the log is damaged, which would end a pack that is already being sent.
 */
export async function requireIntactEvidence(
  deps: Pick<IssuingDeps, "config" | "db" | "log" | "logKey" | "signingKeys">,
  document: DocumentRow,
  holds: Holding,
): Promise<void> {
  if (!isStarted(document)) throw new Error("A completed document has no serial number.");
  await (holds === "list" ? signedCollectionStatement(deps, document) : signedStatement(deps, document));
  await receiptIfAny(deps, document);
  await findLogKey(deps);
}

/**
 * Everything that goes into a pack; `page` is verify.html as built. Throws AppError for a damaged statement, and the
 * signal's reason once the reader has left.
 */
export async function gatherParts(
  deps: Pick<
    IssuingDeps,
    "config" | "db" | "log" | "now" | "files" | "signingKeys" | "logKey" | "authority" | "workers"
  >,
  files: EvidenceFiles,
  page: string | undefined,
  signal: AbortSignal,
): Promise<PackParts> {
  const { document } = files;
  signal.throwIfAborted();
  const signed = await signedStatement(deps, document);
  const stamped = await stampedFile(deps, files.stamped);
  const tokens = await storedTokens(deps, document.serialNumber);
  const { receipt, ...seen } = await receiptIfAny(deps, document);
  const witnessed = await withHeaders(deps, seen);
  const renewed = await findEvidenceRecord(deps, document.serialNumber);
  const all = [
    ...Object.values(tokens),
    ...tokensInside(stamped),
    ...witnessed.tokens,
    ...(renewed?.tokens ?? []),
  ];
  const others = await acceptedRootsBehind(deps, all);
  const trust = await publishedTrust(deps, others);
  return {
    productName: deps.config.productName,
    origin: deps.config.origin,
    ...signed,
    timeZone: stampTimeZone(document),
    stamped,
    certificate: await readWhole(deps, files.certificate),
    ...(files.original && {
      original: { name: document.originalName, content: await largePiece(deps.files, files.original) },
    }),
    ...(tokens.original && { originalToken: tokens.original }),
    ...(tokens.stamped && { stampedToken: tokens.stamped }),
    ...(renewed && { renewal: renewed.record }),
    ...receiptsFor(deps, signed, receipt),
    ...signTwice(deps, signed.signedStatement, receipt),
    witnessed,
    trust,
    madeAt: new Date(deps.now()),
    hasWitnesses: hasWitnesses(deps.config),
    log: await findLogKey(deps),
    roots: rootCertificatePem(deps) + others,
    crl: crlDer(deps),
    declaration: await writeDeclaration(deps, document, files.stamped.sha256, signal),
    checker: page === undefined ? undefined : await buildChecker(page, trust),
    signer: getSigner(deps),
  };
}

/**
 * The same for a collection. The pack contains the collection's secret, since both the pack and the file names belong
 * to the owner.
 */
export async function gatherCollectionParts(
  deps: Pick<IssuingDeps, "config" | "db" | "log" | "now" | "files" | "signingKeys" | "logKey" | "authority">,
  files: EvidenceFiles,
  collection: CollectionFacts,
  page: string | undefined,
): Promise<CollectionPackParts> {
  const { document } = files;
  const signed = await signedCollectionStatement(deps, document);
  const { original: token } = await storedTokens(deps, document.serialNumber);
  if (!token) throw new Error("A collection has no time-stamp.");
  const { receipt, ...seen } = await receiptIfAny(deps, document);
  const witnessed = await withHeaders(deps, seen);
  const renewed = await findEvidenceRecord(deps, document.serialNumber);
  const others = await acceptedRootsBehind(deps, [token, ...witnessed.tokens, ...(renewed?.tokens ?? [])]);
  const trust = await publishedTrust(deps, others);
  const hasRecords = collection.files <= maxRecordsInPack;
  return {
    productName: deps.config.productName,
    origin: deps.config.origin,
    ...signed,
    timeZone: stampTimeZone(document),
    secret: Buffer.from(collection.secret, "hex"),
    sums: await largePiece(deps.files, files.stamped),
    files: hasRecords ? await readSummedFiles(deps.files, files.stamped.key) : [],
    certificate: await largePiece(deps.files, files.certificate),
    token,
    ...(renewed && { renewal: renewed.record }),
    ...receiptsFor(deps, signed, receipt),
    ...signTwice(deps, signed.signedStatement, receipt),
    witnessed,
    trust,
    madeAt: new Date(deps.now()),
    hasWitnesses: hasWitnesses(deps.config),
    log: await findLogKey(deps),
    roots: rootCertificatePem(deps) + others,
    crl: crlDer(deps),
    checker: page === undefined ? undefined : await buildChecker(page, trust),
    signer: getSigner(deps),
  };
}

async function signedCollectionStatement(
  { db, signingKeys, log }: Pick<IssuingDeps, "db" | "log" | "signingKeys">,
  { id, serialNumber }: StartedDocument,
): Promise<Pick<CollectionPackParts, "signedStatement" | "statement" | "key">> {
  const signed = (await findAttestation(db, id)) ?? "";
  const jwks = publicJwks(signingKeys.all);
  const checked = checkCollectionStatement(signed, jwks, isJwsSignedNatively);
  if ("statement" in checked)
    return { signedStatement: signed, statement: checked.statement, key: checked.key };
  log.error({ serialNumber, checked }, "a stored attestation is not valid");
  throw damagedEvidence();
}

/** The signer named in manifests: the key that currently signs attestations. */
function getSigner({ signingKeys: { current } }: Pick<IssuingDeps, "signingKeys">): PackParts["signer"] {
  const [key] = publicJwks([current]).keys;
  if (!key) throw new Error("The server has no key.");
  return { key, sign: (payload) => signJws({ alg: "EdDSA", kid: current.kid }, payload, current) };
}

/** Its name is valid on every file system. */
async function stampedFile(deps: Pick<IssuingDeps, "files">, file: ReadableFile): Promise<StampedFile> {
  const from = Math.max(0, file.bytes - sealedEndBytes);
  const { signatures } =
    file.contentType === fileTypes.pdf
      ? findSignatures(await readWhole(deps, file, from), from)
      : { signatures: [] };
  return { name: cleanFileName(file.fileName), content: await largePiece(deps.files, file), signatures };
}

/** Reads a stored file from `start` to its end into memory. */
async function readWhole({ files }: Pick<IssuingDeps, "files">, { key, bytes }: FoundFile, start = 0) {
  return new Response(await files.read(key, { start, end: bytes })).bytes();
}

function tokensInside(stamped: StampedFile): Uint8Array[] {
  const own = ownSignatures(stamped);
  return own ? [own.seal, own.stamp].flatMap((signature) => tokenIn(signature) ?? []) : [];
}

/** The statement as it was signed. The row may have changed since. */
async function signedStatement(
  { db, signingKeys, log }: Pick<IssuingDeps, "db" | "log" | "signingKeys">,
  { id, serialNumber }: StartedDocument,
): Promise<Pick<PackParts, "signedStatement" | "statement" | "key">> {
  const signed = (await findAttestation(db, id)) ?? "";
  const jwks = publicJwks(signingKeys.all);
  const checked = checkAttestation(signed, jwks, isJwsSignedNatively);
  if (!("attestation" in checked)) {
    log.error({ serialNumber, checked }, "a stored attestation is not valid");
    throw damagedEvidence();
  }
  return { signedStatement: signed, statement: checked.attestation, key: checked.key };
}

function damagedEvidence(): AppError {
  return new AppError(
    "internal",
    "evidence-damaged",
    "The evidence of this document is damaged on the server. Please contact support.",
  );
}

/** Without a receipt before the document is completed. Throws AppError if the log is damaged. */
export async function receiptIfAny(
  deps: Pick<IssuingDeps, "db">,
  { id }: Pick<DocumentRow, "id">,
): Promise<Omit<WitnessedReceipt, "receipt"> & { receipt?: string }> {
  try {
    return await getWitnessedReceipt(deps, id);
  } catch (error) {
    if (error instanceof AppError && error.kind === "not_found")
      return { tokens: [], cosignatures: 0, blocks: "" };
    throw error;
  }
}

/**
 * The receipt, the same in COSE, and both as a signed statement of SCITT. The current key signs it, as it signs the
 * list of files in the pack; the statement may have an older one.
 */
function receiptsFor(
  { config, logKey, signingKeys }: Pick<IssuingDeps, "config" | "logKey" | "signingKeys">,
  { signedStatement, statement: { serial } }: { signedStatement: string; statement: { serial: string } },
  receipt: string | undefined,
): Pick<PackParts, "receipt" | "coseReceipt" | "scitt"> {
  const coseReceipt = receipt === undefined ? undefined : makeCoseReceipt(receipt, logKey);
  const payload = parseJws(signedStatement)?.payload;
  const issuer = config.origin.replace(/\/+$/, "");
  const claims = { issuer, subject: serial, location: `${issuer}/api/verify/${serial}` };
  return {
    ...(receipt !== undefined && { receipt }),
    ...(coseReceipt && { coseReceipt }),
    ...(payload && { scitt: makeSignedStatement(payload, claims, signingKeys.current, coseReceipt) }),
  };
}

/**
 * Second signatures cost a document nothing: they are made for its pack, whose reader waits a millisecond longer. A
 * statement counts only under its first signature, so that the second one may be by a newer key.
 */
function signTwice(
  { signingKeys: { postQuantum } }: Pick<IssuingDeps, "signingKeys">,
  signedStatement: string,
  receipt: string | undefined,
): Pick<PackParts, "second"> {
  const statement = parseJws(signedStatement)?.payload;
  if (!postQuantum || !statement) return {};
  const checkpoint = receipt === undefined ? undefined : checkpointIn(receipt);
  return {
    second: {
      statement: signSecond(statement, postQuantum.current),
      ...(checkpoint && { checkpoint: signSecond(checkpoint, postQuantum.current) }),
    },
  };
}

async function withHeaders(
  deps: Pick<IssuingDeps, "db">,
  { tokens, proof, confirmed }: Omit<WitnessedReceipt, "receipt">,
): Promise<NonNullable<PackParts["witnessed"]>> {
  return {
    tokens,
    ...(proof && { proof }),
    ...(confirmed && { headers: await readBlockHeaders(deps.db, confirmed.block) }),
  };
}

async function findLogKey(deps: Pick<IssuingDeps, "config" | "db" | "logKey">): Promise<PackParts["log"]> {
  const key = parseVerifierKey(await readVerifierKey(deps));
  if (!key) throw new Error("The log's own key cannot be read.");
  return key;
}

/**
 * A child process draws it: the names on it are untrusted input, and drawing takes a fifth of a second that would block
 * the server. It does not queue behind documents.
 */
async function writeDeclaration(
  { config, files, workers }: Pick<IssuingDeps, "config" | "files" | "workers">,
  document: StartedDocument,
  stampedSha256: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const output = files.temporaryPath();
  const facts = {
    productName: config.productName,
    origin: config.origin,
    serialNumber: document.serialNumber,
    documentName: document.originalName,
    time: document.processedAt.getTime(),
    timeZone: stampTimeZone(document),
    originalSha256: document.sha256,
    stampedSha256,
  };
  try {
    await workers.run("declaration", { facts, output }, { timeoutMs: declarationMs }, { signal });
    return await readFile(output);
  } finally {
    await files.discard(output);
  }
}

/** The page that checks files offline, with the published keys. `page` is verify.html as built. */
export async function buildOfflineVerifier(
  deps: Pick<IssuingDeps, "config" | "db" | "signingKeys" | "logKey" | "authority">,
  page: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return buildChecker(page, await readPublishedTrust(deps));
}

/** What verifiers trust, with every external root that was ever accepted. */
export async function readPublishedTrust(
  deps: Pick<IssuingDeps, "config" | "db" | "signingKeys" | "logKey" | "authority">,
): Promise<TrustTexts> {
  return publishedTrust(deps, await acceptedRootsPem(deps));
}

const buildChecker = (page: string, trust: TrustTexts) => new TextEncoder().encode(withKeys(page, trust));

/** What verifiers trust. */
async function publishedTrust(
  deps: Pick<IssuingDeps, "config" | "db" | "signingKeys" | "logKey" | "authority">,
  stampCa: string,
): Promise<TrustTexts> {
  return {
    name: deps.config.productName,
    ca: rootCertificatePem(deps),
    stampCa,
    crl: crlsPem(deps),
    jwks: JSON.stringify(publishedKeys(deps.signingKeys)),
    vkeys: await readVerifierKeys(deps),
    witnesses: await readCosignerKeys(deps),
  };
}
