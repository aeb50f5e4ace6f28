import { makeTimeStampToken } from "../../evidence/tsp/authority.ts";
import { signerCertificate } from "../../evidence/x509/key-pair.ts";
import type { Deps } from "../deps.ts";
import { requireInForce } from "./certificate-expiry.service.ts";
import { noteExternalTimes, ownAccuracyMs, requireClock, wrongClock } from "./clock.service.ts";
import { keepRootOf } from "./trust-anchors.service.ts";
import { type IssuedTimeStamp, imprintOf } from "./tsa.ts";

/**
 * A time-stamp token over a SHA-256 digest: of the first outside authority that answers, else our own, which
 * says so. Throws `unavailable` when an outside authority contradicts our clock, and where our own would be needed
 * also while it is behind or was contradicted before, or our certificate has ended.
 */
export async function timeStamp(deps: Deps, digest: Uint8Array): Promise<IssuedTimeStamp> {
  return (await externalTimeStamp(deps, digest)) ?? ownTimeStamp(deps, digest);
}

/**
 * Undefined when there is no outside authority, or none is of use. Throws `unavailable` as `timeStamp` does. The root
 * behind a token is on the disk before the token is: wherever the token goes, also into a PDF, it can be checked.
 */
export async function externalTimeStamp(
  deps: Pick<Deps, "outside" | "db" | "now">,
  digest: Uint8Array,
): Promise<IssuedTimeStamp | undefined> {
  const answer = await deps.outside.timeStamp(digest);
  noteExternalTimes(deps, [answer]);
  // Two witnesses that contradict each other prove nothing: everything waits until the clock is right.
  if (answer === "contradicted") throw wrongClock();
  if (answer === "none") return undefined;
  keepRootOf(deps, answer);
  return answer;
}

function ownTimeStamp(deps: Deps, digest: Uint8Array): IssuedTimeStamp {
  requireClock(deps);
  const signer = requireInForce(deps, "tsa");
  const time = new Date(deps.now());
  const serial = crypto.getRandomValues(new Uint8Array(16));
  const token = makeTimeStampToken(
    { imprint: imprintOf(digest), nonce: undefined, wantsCertificate: true },
    { signer, time, serial, accuracyMs: ownAccuracyMs(deps) },
  );
  return { token, time, authority: signerCertificate(signer).subject.text, outside: false };
}
