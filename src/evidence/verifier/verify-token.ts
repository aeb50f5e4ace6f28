import { bytesToHex } from "@noble/hashes/utils.js";
import { wellFormed } from "../../formats/der/malformed.ts";
import { readSignedData } from "../cms/signed-data.ts";
import { earliest } from "../earliest.ts";
import { verifyTimeStampToken } from "../tsp/token.ts";
import { readTstInfo } from "../tsp/tst-info.ts";
import { certifiedKeys, withAge } from "./aging.ts";
import type { CheckedEvidence } from "./checked-evidence.ts";
import { findClock } from "./external-time.ts";
import { reasonFor } from "./reason-sentences.ts";
import { dated, failed, indeterminate, passed, type Report } from "./report.ts";
import { labels, sentences } from "./sentences.ts";
import { stampDetails } from "./stamp-details.ts";
import { levelOfStamp } from "./stamp-level.ts";
import { cannotTell } from "./time-finding.ts";

/**
 * A token without its file: whether it is genuine, and what it covers. `renewedAt`: a time by which it is known to have
 * existed.
 */
export function verifyToken(
  name: string,
  token: Uint8Array,
  checked: CheckedEvidence,
  now: Date,
  renewedAt?: Date,
): Report {
  const { trust, crls } = checked;
  const say = sentences;
  const info = wellFormed(() => {
    const { content } = readSignedData(token);
    return content && readTstInfo(content);
  });
  const details = info ? [{ label: labels.fingerprint, value: bytesToHex(info.imprint.digest) }] : [];
  const log = indeterminate(say.log.nothing);
  const check = info
    ? verifyTimeStampToken(token, {
        imprint: info.imprint,
        roots: [...trust.roots, ...trust.stampRoots],
        crls,
        existedBy: earliest([renewedAt, checked.existedBy(token)]),
      })
    : ({ error: "unsupported" } as const);
  if ("timeStamp" in check) {
    const { timeStamp } = check;
    return {
      name,
      kind: "token",
      findings: {
        unchanged: indeterminate(say.unchanged.tokenAlone, details),
        when: withAge(
          dated(
            levelOfStamp(timeStamp, trust, now),
            say.when.stamped(timeStamp.time, findClock(timeStamp, trust)),
            stampDetails(timeStamp, trust, now),
          ),
          certifiedKeys(timeStamp.chain),
          now,
        ),
        who: passed(say.who.timeStamped(timeStamp.authority), stampDetails(timeStamp, trust, now)),
        log,
      },
    };
  }
  const reason = [{ label: labels.reason, value: reasonFor(check.error) }];
  const isRevoked = check.error === "revoked";
  const isBroken = !cannotTell.has(check.error);
  return {
    name,
    kind: "token",
    findings: {
      unchanged: isBroken
        ? failed(say.unchanged.brokenToken, details)
        : indeterminate(say.unchanged.tokenAlone, details),
      when: isBroken
        ? failed(say.when.wrong, reason)
        : indeterminate(isRevoked ? say.when.revoked : say.when.stranger, reason),
      who: indeterminate(isRevoked ? say.who.revokedToken : say.who.stranger, reason),
      log,
    },
  };
}
