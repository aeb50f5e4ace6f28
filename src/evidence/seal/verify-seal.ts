import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import type { Attributes } from "../cms/attributes.ts";
import { readSignedData, type SignedData } from "../cms/signed-data.ts";
import { type SignatureIssue, verifySignedData } from "../cms/verify-signed-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import {
  type TimeStamp,
  type TimeStampIssue,
  type TokenExpectation,
  verifyTimeStampToken,
} from "../tsp/token.ts";
import type { Certificate } from "../x509/certificate.ts";
import { type ChainIssue, type VerifiedChain, verifyChain } from "../x509/chain.ts";
import type { Crl } from "../x509/crl.ts";

/** The expected content and the trusted signers of a seal. */
export type SealExpectation = {
  /** SHA-256 of the bytes covered by the ByteRange. */
  digest: Uint8Array;
  /** The trusted certificates, for seals and for time-stamps. */
  roots: Certificate[];
  /** Additional trusted certificates, for time-stamps only. */
  stampRoots?: Certificate[];
  /** Ignores the seal's time-stamp, for one by an authority that is unknown here. */
  withoutTimeStamp?: boolean;
  crls?: Crl[];
  /** The time of validation if nothing shows when the seal existed. */
  at: Date;
  /** A time by which the seal is known to have existed, from proof other than itself. */
  existedBy?: Date | undefined;
};

/** A valid seal. `timeStamp` is undefined if it has none. */
type Seal = { sealer: string; timeStamp: TimeStamp | undefined } & VerifiedChain;

/**
 * `malformed`: not a seal, or one that violates PAdES baseline; `wrong-content`: sealed for other bytes; `time-stamp`:
 * the seal is valid except for its time-stamp, `timeStamp` says why; the rest as in `SignatureIssue` and `ChainIssue`.
 */
export type SealCheck =
  | { seal: Seal }
  | { error: "malformed" | SignatureIssue | ChainIssue }
  | { error: "time-stamp"; timeStamp: TimeStampIssue };

/**
 * Checks the Contents of a PDF signature made by `sealCms`; trailing zeros are allowed. Never throws, whatever the
 * bytes are. Runs in browsers, also over plain http.
 */
export function verifySeal(contents: Uint8Array, expected: SealExpectation): SealCheck {
  return wellFormed(() => checkSeal(contents, expected)) ?? { error: "malformed" };
}

function checkSeal(contents: Uint8Array, expected: SealExpectation): SealCheck {
  const { digest, roots, crls, at, existedBy, stampRoots = [], withoutTimeStamp = false } = expected;
  const data = readSignedData(withoutPadding(contents));
  if (!isBaseline(data)) return { error: "malformed" };
  const signature = verifySignedData(data, (hash) => (hash === "SHA-256" ? digest : undefined), []);
  if ("error" in signature) return signature;
  const stamp = withoutTimeStamp
    ? undefined
    : checkTimeStamp(data, { roots: [...roots, ...stampRoots], crls, existedBy });
  if (stamp && "error" in stamp) return { error: "time-stamp", timeStamp: stamp.error };
  const timeStamp = stamp?.timeStamp;
  const known = timeStamp?.time ?? existedBy;
  const path = verifyChain({
    certificate: signature.signer,
    purpose: "sealing",
    others: data.certificates,
    roots,
    at: known ?? at,
    existedBy: known,
    crls,
  });
  if ("error" in path) return path;
  return { seal: { sealer: signature.signer.subject.text, timeStamp, ...path } };
}

/** Detached, with one signing-certificate-v2 and without a signing time (EN 319 142-1, 6.3). */
function isBaseline({ contentType, content, signedAttributes }: SignedData): boolean {
  const hasOne = (attributes: Attributes, type: string) => attributes.get(type)?.length === 1;
  return (
    contentType === oids.data &&
    content === undefined &&
    hasOne(signedAttributes, oids.signingCertificateV2) &&
    !signedAttributes.has(oids.signingTime)
  );
}

function checkTimeStamp(data: SignedData, expected: Pick<TokenExpectation, "roots" | "crls" | "existedBy">) {
  const [token, ...more] = data.unsignedAttributes.get(oids.signatureTimeStamp) ?? [];
  if (!token) return undefined;
  if (more.length > 0) return { error: "malformed" } as const;
  const imprint = { hash: "SHA-256", digest: computeHash("SHA-256", data.signature) } as const;
  return verifyTimeStampToken(token.bytes, { ...expected, imprint, certificates: data.certificates });
}
