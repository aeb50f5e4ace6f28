import type { CollectionFacts } from "../../../db/columns/collection-facts.ts";
import { AppError } from "../../errors.ts";
import { certificateReason } from "../../evidence/seal/certificate-reason.ts";
import { type SignedFacts, signStatement } from "../../evidence/sign-attestation.ts";
import type { CollectionFacts as CertificateFacts } from "../../formats/certificate/collection-facts.ts";
import { hashFile } from "../../platform/files/hash-file.ts";
import type { RunFiles } from "../../platform/files/run-files.ts";
import { damagedFile } from "../../platform/files/store.ts";
import type { IssuingDeps } from "../deps.ts";
import { describeAuthority, missingWitnesses, timeStampRoot } from "../tsa/document-time-stamps.service.ts";
import { sealFile, sealOptions } from "../tsa/seal.service.ts";
import type { TimeStamper } from "../tsa/time-stamping.service.ts";
import { findQualifyingList } from "../tsa/trusted-lists.service.ts";
import type { Made } from "./attest.ts";
import { type StartedDocument, stampTimeZone } from "./document-row.ts";

/**
 * A certificate of 50,000 files has more than a thousand pages. With names of 220 characters, it takes 70 s of
 * processor time, and several times as long while a server is busy.
 */
const certificateMs = 600_000;
/** A list of 50,000 long names takes a second. */
const listMs = 120_000;

type AttestingDeps = Pick<
  IssuingDeps,
  "authority" | "config" | "db" | "externalTsas" | "files" | "log" | "now" | "signingKeys" | "workers"
> &
  TimeStamper;

/**
 * Does for a collection what `attestFile` does for a document: SHA256SUMS replaces the stamped copy, and one token over
 * the root replaces the tokens over both files. `state` says what is signed, given the hash of SHA256SUMS.
 */
export async function attestCollection(
  deps: AttestingDeps,
  document: StartedDocument,
  collection: CollectionFacts,
  state: (sumsSha256: string) => SignedFacts,
  { run, signal }: { run: RunFiles; signal?: AbortSignal | undefined },
): Promise<Made> {
  const list = await deps.files.getLocalPath(document.originalPath ?? "", run.getPath("original"));
  // The root was computed from the list as it was sent.
  if ((await hashFile(list)).sha256 !== document.sha256) throw AppError.from("internal", damagedFile);
  const path = run.getPath("sha256sums");
  const task = { input: list, output: path };
  const sums = await deps.workers.run("sha256sums", task, { timeoutMs: listMs, signal });
  const attestation = signStatement(state(sums.sha256), deps.signingKeys.current);
  const timeStamps = await timeStampRoot(deps, collection.root, document.processedAt);
  const facts: CertificateFacts = {
    productName: deps.config.productName,
    origin: deps.config.origin,
    serialNumber: document.serialNumber,
    title: document.originalName,
    clientName: document.clientName,
    identity: document.identity,
    fileCount: collection.files,
    totalBytes: collection.bytes,
    time: document.processedAt.getTime(),
    timeZone: stampTimeZone(document),
    root: collection.root,
    hasNames: collection.hasNames,
    listsFiles: collection.listsFiles,
    ownershipConfirmedAt: document.ownershipConfirmedAt?.getTime() ?? null,
    originalDate: document.timestampConfig.originalDate ?? null,
    otherParties: document.timestampConfig.otherParties ?? null,
    language: document.timestampConfig.language,
    timeStamp: {
      ...describeAuthority(timeStamps.original),
      qualifiedBy: await findQualifyingList(deps, timeStamps.original),
      missing: missingWitnesses(deps, timeStamps),
    },
    attestation,
  };
  return {
    stamped: {
      path,
      ...sums,
      contentType: "text/plain",
      pages: null,
      originalKept: null,
      notes: [],
    },
    timeStamps,
    attestation,
    certificate: await certify(deps, facts, { list, run, signal }),
  };
}

async function certify(
  deps: AttestingDeps,
  facts: CertificateFacts,
  { list, run, signal }: { list: string; run: RunFiles; signal: AbortSignal | undefined },
): Promise<Made["certificate"]> {
  const path = run.getPath("certificate");
  const options = sealOptions(deps, certificateReason);
  const task = { facts, input: list, output: path, seal: options };
  const { seal, ...written } = await deps.workers.run("collection", task, {
    timeoutMs: certificateMs,
    signal,
  });
  return { ...written, path, ...(seal ? await sealFile(deps, path, seal, options) : {}) };
}
