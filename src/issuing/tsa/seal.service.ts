import { randomInt } from "node:crypto";
import { fillSeal, SignatureTooLarge } from "../../evidence/pades/fill-seal.ts";
import {
  maxPadding,
  maxReserved,
  maxTokenBytes,
  type OpenSeal,
  type SealOptions,
  type SignatureSizes,
} from "../../evidence/pades/seal.ts";
import { maxSealBytes, sealCms } from "../../evidence/seal/seal-cms.ts";
import { computeMaxTokenBytes } from "../../evidence/tsp/authority.ts";
import type { Signer } from "../../evidence/x509/key-pair.ts";
import type { IssuingDeps } from "../deps.ts";
import { requireValidSigner } from "./certificate-expiry.service.ts";
import type { TimeStamper } from "./time-stamping.service.ts";

const base64 = (der: Uint8Array) => Buffer.from(der).toString("base64");

/** A match in a document is already rare for a single candidate. */
const candidateCount = 8;

/** Tokens of one external authority differ by serial numbers and fractions of a second. */
const tokenSlack = 64;

const resealMs = 60_000;

/**
 * What a child needs to prepare a PDF for our seal, with `reason` as readers show it; contains no secrets. Each
 * certificate is stored once: the signer's within its signature, those above it where readers of the format look for
 * them, together with the revocation lists for our authority and for the external ones that answered last.
 */
export function sealOptions(
  deps: Pick<IssuingDeps, "authority" | "config" | "now" | "externalTsas">,
  reason?: string,
): SealOptions {
  const { authority, config, now, externalTsas } = deps;
  const isPades = isPadesSeal(deps);
  const external = externalTsas.validationData.current;
  return {
    subFilter: isPades ? "ETSI.CAdES.detached" : "adbe.pkcs7.detached",
    name: config.productName,
    ...(reason === undefined ? {} : { reason }),
    time: now(),
    certificates: isPades ? [authority.root.bytes, ...external.certificates].map(base64) : [],
    crls: [authority.embeddedCrl(), ...external.crls].map(base64),
    reserved: expectedSizes(deps),
    paddings: Array.from({ length: candidateCount }, () => randomInt(maxPadding + 1)),
  };
}

const isPadesSeal = ({ config }: Pick<IssuingDeps, "config">) => config.sealFormat !== "pkcs7";

/** The format before PAdES has no document security store. */
const buildChain = (deps: Pick<IssuingDeps, "authority" | "config">) =>
  isPadesSeal(deps) ? [] : [deps.authority.root.bytes];

/**
 * The expected sizes of the signatures: known for our own authority; external ones are expected to answer as they did
 * last.
 */
function expectedSizes(deps: Pick<IssuingDeps, "authority" | "config" | "externalTsas">): SignatureSizes {
  const { authority, externalTsas } = deps;
  const external = externalTsas.tokenBytes === 0 ? 0 : externalTsas.tokenBytes + tokenSlack;
  const { tsa, seal } = authority;
  const own = remembered(tsa, "token", () => computeMaxTokenBytes(tsa));
  const token = Math.min(maxTokenBytes, Math.max(own, external));
  const chain = buildChain(deps);
  const sealBytes = () => maxSealBytes({ signer: seal, chain }, token);
  return { seal: remembered(seal, `seal ${chain.length} ${token}`, sealBytes), timeStamp: token };
}

/** Calculated once for each key: it would otherwise take a tenth of the time of sealing. */
const sizes = new WeakMap<Signer, { what: string; bytes: number }>();

function remembered(signer: Signer, what: string, calculate: () => number): number {
  const known = sizes.get(signer);
  if (known?.what === what) return known.bytes;
  const bytes = calculate();
  sizes.set(signer, { what, bytes });
  return bytes;
}

/**
 * Seals the prepared PDF at `path` and time-stamps it together with its seal; returns the length and SHA-256 of the
 * finished file. It is not synced: `files.keep` does that. `prepared` are the options it was prepared with. If an
 * external authority returns a larger token than before, or one whose chain was not known yet, the file is prepared
 * once more. Throws `unavailable` if the certificate of the seal has expired.
 */
export async function sealFile(
  deps: Pick<IssuingDeps, "config" | "log" | "now" | "files" | "authority" | "externalTsas" | "workers"> &
    TimeStamper,
  path: string,
  open: OpenSeal,
  prepared: SealOptions,
): Promise<{ bytes: number; sha256: string }> {
  const signer = requireValidSigner(deps, "seal");
  const token = async (digest: Uint8Array) => (await deps.timeStamp(digest)).token;
  const signers = {
    seal: (digest: Uint8Array) => sealCms({ digest, signer, chain: buildChain(deps), timeStamp: token }),
    timeStamp: token,
  };
  const fill = (space: OpenSeal) => fillSeal(path, space, signers, deps.files.disk.openPrepared);
  const prepareAgain = async (reserved: SignatureSizes) => {
    const seal = { ...sealOptions(deps, prepared.reason), reserved };
    const task = { input: path, output: `${path}.resealed`, bytes: open.before, seal };
    try {
      const space = await deps.workers.run("reseal", task, { timeoutMs: resealMs });
      await deps.files.disk.rename(task.output, path);
      return space;
    } finally {
      await deps.files.discard(task.output);
    }
  };
  const ifTooLarge = (reserved: () => SignatureSizes) => async (error: unknown) => {
    if (!(error instanceof SignatureTooLarge)) throw error;
    return fill(await prepareAgain(reserved()));
  };
  // The size of the token that did not fit is known now. Only if another authority answers next can this happen again.
  const fillWhole = (space: OpenSeal) =>
    fill(space)
      .catch(ifTooLarge(() => expectedSizes(deps)))
      .catch(ifTooLarge(() => maxReserved));
  const sealed = await fillWhole(open);
  if (!(await isNewChain(deps, prepared))) return sealed;
  return fillWhole(await prepareAgain(expectedSizes(deps)));
}

/** Whether a token has a chain that the file does not contain: an authority's first answer, or its new certificate. */
async function isNewChain(
  deps: Pick<IssuingDeps, "config" | "externalTsas">,
  { certificates }: SealOptions,
): Promise<boolean> {
  const { validationData } = deps.externalTsas;
  const isMissing = () =>
    validationData.current.certificates.some((der) => !certificates.includes(base64(der)));
  if (!isPadesSeal(deps) || !isMissing()) return false;
  await validationData.settled();
  return true;
}
