import { wellFormed } from "../../formats/der/malformed.ts";
import { withoutPadding } from "../../formats/der/read.ts";
import type { Attributes } from "../cms/attributes.ts";
import { readSignedData, type SignedData } from "../cms/signed-data.ts";
import { type SignatureIssue, verifySignedData } from "../cms/verify-signed-data.ts";
import { computeHash } from "../hash.ts";
import { oids } from "../oids.ts";
import { type TimeStamp, type TimeStampIssue, verifyTimeStampToken } from "../tsp/token.ts";
import type { Certificate } from "../x509/certificate.ts";
import { type ChainIssue, verifyChain } from "../x509/chain.ts";
import type { Crl } from "../x509/crl.ts";

/** What a seal must be about and whom it may be from. */
export type SealExpectation = {
  /** SHA-256 of the bytes of the PDF that its ByteRange names. */
  digest: Uint8Array;
  /** The certificates that are trusted, for seals and for time-stamps. */
  roots: Certificate[];
  /** Those trusted for time-stamps beside these. */
  stampRoots?: Certificate[];
  /** The seal is judged as if it had no time-stamp: for one by an authority that nobody here knows. */
  withoutTimeStamp?: boolean;
  crls?: Crl[];
  /** The time to judge for where the seal has no time-stamp of its own. */
  at: Date;
};

/** A seal that holds. `timeStamp` is undefined when it has none. */
type Seal = { sealer: string; chain: Certificate[]; timeStamp: TimeStamp | undefined };

/**
 * `malformed`: no seal, or one that breaks a rule of PAdES baseline; `wrong-content`: sealed, but not these bytes;
 * `time-stamp`: the seal holds but for its time-stamp, `timeStamp` says why; the rest as in `SignatureIssue` and
 * `ChainIssue`.
 */
export type SealCheck =
  | { seal: Seal }
  | { fault: "malformed" | SignatureIssue | ChainIssue }
  | { fault: "time-stamp"; timeStamp: TimeStampIssue };

/**
 * Checks the Contents of a PDF signature made by `sealCms`, zeros behind it allowed. Whatever the bytes are, it
 * never throws. Runs in browsers, also on plain http.
 */
export function verifySeal(contents: Uint8Array, expected: SealExpectation): SealCheck {
  return wellFormed(() => checkSeal(contents, expected)) ?? { fault: "malformed" };
}

function checkSeal(contents: Uint8Array, expected: SealExpectation): SealCheck {
  const { digest, roots, crls, at, stampRoots = [], withoutTimeStamp = false } = expected;
  const data = readSignedData(withoutPadding(contents));
  if (!isBaseline(data)) return { fault: "malformed" };
  const signature = verifySignedData(data, (hash) => (hash === "SHA-256" ? digest : undefined), []);
  if ("fault" in signature) return signature;
  const stamp = withoutTimeStamp ? undefined : checkTimeStamp(data, [...roots, ...stampRoots], crls);
  if (stamp && "fault" in stamp) return { fault: "time-stamp", timeStamp: stamp.fault };
  const timeStamp = stamp?.timeStamp;
  const path = verifyChain({
    certificate: signature.signer,
    purpose: "sealing",
    others: data.certificates,
    roots,
    at: timeStamp?.time ?? at,
    crls,
  });
  if ("fault" in path) return path;
  return { seal: { sealer: signature.signer.subject.text, chain: path.chain, timeStamp } };
}

/** Detached, one signing-certificate-v2 and no signing time (EN 319 142-1, 6.3). */
function isBaseline({ contentType, content, signedAttributes }: SignedData): boolean {
  const hasOne = (attributes: Attributes, type: string) => attributes.get(type)?.length === 1;
  return (
    contentType === oids.data &&
    content === undefined &&
    hasOne(signedAttributes, oids.signingCertificateV2) &&
    !signedAttributes.has(oids.signingTime)
  );
}

function checkTimeStamp(data: SignedData, roots: Certificate[], crls: Crl[] | undefined) {
  const [token, ...more] = data.unsignedAttributes.get(oids.signatureTimeStamp) ?? [];
  if (!token) return undefined;
  if (more.length > 0) return { fault: "malformed" } as const;
  const imprint = { hash: "SHA-256", digest: computeHash("SHA-256", data.signature) } as const;
  return verifyTimeStampToken(token.bytes, { imprint, roots, crls, certificates: data.certificates });
}
