import { sameBytes } from "../hash.ts";
import { isGrantedAt, isOutdated, type TrustedList } from "../trust-lists/listed-services.ts";
import type { TimeStamp } from "./token.ts";

/** The best-practice policy for time-stamps (ETSI EN 319 421, 5.2). */
const bestPracticePolicy = "0.4.0.2023.1.1";

/**
 * Why a valid time-stamp does not count as qualified. `not-claimed`: its certificate does not say so; `other-policy`:
 * it is not under the European policy; `not-listed`: no list has its authority; `not-granted`: the authority was not
 * a qualified one at its time; `outdated`: the list is overdue.
 */
export type QualifiedIssue = "not-claimed" | "other-policy" | "not-listed" | "not-granted" | "outdated";

/**
 * Whether a valid time-stamp is a qualified one: its certificate says so (ETSI EN 319 412-5, 4.2.1), it is under the
 * policy of EN 319 421 or says that it follows the regulation (EN 319 422, 9.1), and a list that is in force at `now`
 * has its authority as granted at its time. Runs in browsers.
 */
export function checkQualified(
  stamp: Pick<TimeStamp, "chain" | "time" | "policy" | "isStatedQualified">,
  lists: readonly TrustedList[],
  now: Date,
): { list: TrustedList; service: string } | { error: QualifiedIssue } {
  const { chain, time, policy, isStatedQualified } = stamp;
  if (chain[0]?.isStatedQualified !== true) return { error: "not-claimed" };
  if (policy !== bestPracticePolicy && !isStatedQualified) return { error: "other-policy" };
  const found = lists.flatMap((list) =>
    list.services
      .filter(({ certificates }) =>
        certificates.some((listed) =>
          chain.some(
            ({ publicKeyInfo, subject }) =>
              sameBytes(publicKeyInfo, listed.publicKeyInfo) &&
              sameBytes(subject.bytes, listed.subject.bytes),
          ),
        ),
      )
      .map((service) => ({ list, service })),
  );
  if (found.length === 0) return { error: "not-listed" };
  const granted = found.filter(({ service }) => isGrantedAt(service, time));
  if (granted.length === 0) return { error: "not-granted" };
  const current = granted.find(({ list }) => !isOutdated(list, now));
  return current ? { list: current.list, service: current.service.name } : { error: "outdated" };
}
