import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { makeTimeStampToken } from "../evidence/time-stamp/authority.ts";
import { readCertificate } from "../evidence/x509/certificate.ts";
import { accuracyMs, type IssuedTimeStamp, imprintOf, mostClockDriftMs } from "./authority.ts";
import { askOutsideAuthority } from "./outside-authority.ts";

/**
 * A time-stamp token over a SHA-256 digest: of the first outside authority that answers, else our own, which
 * says so. Throws `unavailable` when an outside authority's time is far from ours.
 */
export async function timeStamp(deps: Deps, digest: Uint8Array): Promise<IssuedTimeStamp> {
  return (await outsideTimeStamp(deps, digest)) ?? ownTimeStamp(deps, digest);
}

/** Undefined when there is no outside authority, or none answers as it should; the operator is told which. */
export async function outsideTimeStamp(deps: Deps, digest: Uint8Array): Promise<IssuedTimeStamp | undefined> {
  for (const url of deps.config.tsaUrls) {
    const answer = await askOutsideAuthority(url, digest, deps.outsideRoots());
    if ("fault" in answer) {
      deps.log.warn({ url, fault: answer.fault }, "an outside time-stamping authority gave nothing usable");
      continue;
    }
    const { time, authority } = answer.timeStamp;
    checkClock(deps, time);
    return { token: answer.token, time, authority, outside: true };
  }
  return undefined;
}

export function ownTimeStamp({ authority, now }: Deps, digest: Uint8Array): IssuedTimeStamp {
  const time = new Date(now());
  const token = makeTimeStampToken(
    { imprint: imprintOf(digest), nonce: undefined, wantsCertificate: true },
    { signer: authority.tsa, time, serial: crypto.getRandomValues(new Uint8Array(16)), accuracyMs },
  );
  return { token, time, authority: readCertificate(authority.tsa.certificate).subject.text, outside: false };
}

/** Two witnesses that contradict each other prove nothing: stamping waits until the clock is right. */
function checkClock({ now, log }: Deps, outside: Date): void {
  const driftMs = now() - outside.getTime();
  if (Math.abs(driftMs) <= mostClockDriftMs) return;
  log.error({ driftMs }, "the clock of this server is far from the time of an outside authority");
  throw new AppError(
    "unavailable",
    "The clock of this server is not right at the moment, so nothing is stamped. Please try again later.",
  );
}
