import { certificateReason } from "../../evidence/seal/certificate-reason.ts";
import { type SignedFacts, signStatement } from "../../evidence/sign-attestation.ts";
import type { CertificateFacts } from "../../formats/certificate/certificate-facts.ts";
import type { RunFiles } from "../../platform/files/run-files.ts";
import type { Tasks, WrittenFile } from "../../platform/jobs/tasks.ts";
import type { IssuingDeps } from "../deps.ts";
import { credentialFile } from "../tsa/credentials.service.ts";
import { describeAuthority, missingWitnesses, timeStampFiles } from "../tsa/document-time-stamps.service.ts";
import { sealFile, sealOptions } from "../tsa/seal.service.ts";
import type { TimeStamper } from "../tsa/time-stamping.service.ts";
import { findQualifyingList } from "../tsa/trusted-lists.service.ts";
import { buildCertificateFacts, type Made, type StampedCopy } from "./attest.ts";
import type { StartedDocument } from "./document-row.ts";

const certificateMs = 30_000;

type SealingDeps = Pick<
  IssuingDeps,
  "config" | "db" | "log" | "now" | "files" | "authority" | "externalTsas" | "workers"
> &
  TimeStamper;

/**
 * Signs the statement about a stamped copy, time-stamps both files, and makes the sealed certificate. `state` says what
 * is signed, given the hash of the stamped copy.
 */
export async function attestFile(
  deps: SealingDeps & Pick<IssuingDeps, "signingKeys">,
  document: StartedDocument,
  stamped: StampedCopy & { path: string },
  state: (stampedSha256: string) => SignedFacts,
  run: RunFiles,
): Promise<Made> {
  const attestation = signStatement(state(stamped.sha256), deps.signingKeys.current);
  const digests = { original: document.sha256, stamped: stamped.sha256 };
  const timeStamps = await timeStampFiles(deps, digests, document.processedAt);
  const facts = {
    ...buildCertificateFacts(document, stamped, attestation, deps.config),
    timeStamp: {
      ...describeAuthority(timeStamps.stamped),
      qualifiedBy: await findQualifyingList(deps, timeStamps.stamped),
      missing: missingWitnesses(deps, timeStamps),
    },
  };
  return { stamped, timeStamps, attestation, certificate: await certify(deps, facts, run) };
}

/** Seals a PDF, or adds Content Credentials to an image, within the reserved space. */
export async function sealStampedCopy(
  deps: SealingDeps,
  { serialNumber, sha256 }: StartedDocument,
  path: string,
  { seal, placeholder, bytes, contentType }: Tasks["stamp"]["output"],
  options: ReturnType<typeof sealOptions>,
): Promise<Partial<WrittenFile>> {
  if (seal) return sealFile(deps, path, seal, options);
  if (!placeholder || contentType === "application/pdf") return {};
  const picture = { serialNumber, originalSha256: sha256, fileType: contentType };
  return credentialFile(deps, path, { bytes, placeholder }, picture);
}

async function certify(
  deps: SealingDeps,
  facts: CertificateFacts,
  run: RunFiles,
): Promise<Made["certificate"]> {
  const path = run.getPath("certificate");
  const options = sealOptions(deps, certificateReason);
  const input = { facts, output: path, seal: options };
  const { seal, ...written } = await deps.workers.run("certificate", input, {
    timeoutMs: certificateMs,
  });
  return {
    ...written,
    path,
    ...(seal ? await sealFile(deps, path, seal, options) : {}),
  };
}
