import type { HashName } from "../../evidence/hash.ts";
import { makeTimeStampToken } from "../../evidence/tsp/authority.ts";
import { signerCertificate } from "../../evidence/x509/key-pair.ts";
import type { IssuingDeps } from "../deps.ts";
import { requireValidSigner } from "./certificate-expiry.service.ts";
import { ownAccuracyMs, recordExternalTimes, requireClock, wrongClock } from "./clock.service.ts";
import { storeRoot } from "./trust-anchors.service.ts";
import { computeImprint, type IssuedTimeStamp } from "./tsa.ts";

type TimeStampingDeps = Pick<IssuingDeps, "db" | "log" | "now" | "authority" | "externalTsas">;

/** What makes the tokens of one attestation, each over a SHA-256 digest. */
export type TimeStamper = { timeStamp: (digest: Uint8Array) => Promise<IssuedTimeStamp> };

/**
 * Makes the tokens of one attestation: from the first external authority that answers, otherwise our own. Throws
 * `unavailable` when an external authority contradicts our clock. Our own also needs a clock that is neither behind nor
 * contradicted before, which the first one checks for all, and a certificate that has not expired.
 */
export function timeStamper(deps: TimeStampingDeps): TimeStamper {
  let checked: Promise<void> | undefined;
  return {
    async timeStamp(digest) {
      const external = await externalTimeStamp(deps, digest);
      if (external) return external;
      checked ??= requireClock(deps);
      await checked;
      return makeOwnTimeStamp(deps, digest);
    },
  };
}

/**
 * Undefined when no external authority is configured or answers. Throws `unavailable` like `timeStamper`. The token's
 * root is stored before the token is used, so that the token can be verified wherever it goes.
 */
export async function externalTimeStamp(
  deps: Pick<IssuingDeps, "externalTsas" | "db" | "now">,
  digest: Uint8Array,
  hash: HashName = "SHA-256",
): Promise<IssuedTimeStamp | undefined> {
  const answer = await deps.externalTsas.timeStamp(digest, hash);
  await recordExternalTimes(deps, [answer]);
  // Two clocks that contradict each other prove nothing: everything waits until ours is right.
  if (answer === "contradicted") throw wrongClock();
  if (answer === "none") return undefined;
  await storeRoot(deps, answer);
  return answer;
}

/** One token of our own. Throws `unavailable` like `timeStamper`. */
export async function ownTimeStamp(
  deps: TimeStampingDeps,
  digest: Uint8Array,
  hash: HashName,
): Promise<IssuedTimeStamp> {
  await requireClock(deps);
  return makeOwnTimeStamp(deps, digest, hash);
}

function makeOwnTimeStamp(
  deps: TimeStampingDeps,
  digest: Uint8Array,
  hash: HashName = "SHA-256",
): IssuedTimeStamp {
  const signer = requireValidSigner(deps, "tsa");
  const time = new Date(deps.now());
  const serial = crypto.getRandomValues(new Uint8Array(16));
  const token = makeTimeStampToken(
    { imprint: computeImprint(digest, hash), nonce: undefined, wantsCertificate: true },
    { signer, time, serial, accuracyMs: ownAccuracyMs(deps) },
  );
  const { subject, notAfter } = signerCertificate(signer);
  return { token, time, authority: subject.text, certificateEnd: notAfter, outside: false };
}
