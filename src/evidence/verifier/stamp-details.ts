import { checkQualified } from "../tsp/qualified.ts";
import type { TimeStamp } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { labels, values } from "./sentences.ts";
import type { Text } from "./text.ts";
import type { Trust } from "./trust.ts";
import { findRoot, vouchedBy } from "./vouched-by.ts";

/** The time, accuracy, authority and root of a valid time-stamp; with `now`, also whether it is a qualified one. */
export function stampDetails(stamp: TimeStamp, trust: Trust, now?: Date): Detail[] {
  const { time, accuracyMs, authority, distrustedSince } = stamp;
  return [
    { label: labels.time, value: values.time(time) },
    ...(accuracyMs === undefined ? [] : [{ label: labels.accuracy, value: values.accuracy(accuracyMs) }]),
    { label: labels.authority, value: authority },
    { label: labels.root, value: describeRoot(stamp, trust) },
    ...(now ? qualifiedDetails(stamp, trust, now) : []),
    ...(distrustedSince ? [{ label: labels.distrustedSince, value: values.time(distrustedSince) }] : []),
  ];
}

/** Says whether the root is our own, one that only the service calls independent, or a public one. */
function describeRoot(stamp: TimeStamp, trust: Trust): Text {
  const { root } = stamp;
  const { name } = trust;
  switch (vouchedBy({ stamp }, trust)) {
    case "service":
      return values.ownRoot(root, name);
    case "named":
      return values.namedRoot(root, name, findRoot(stamp, trust.stampRoots)?.acceptedAt);
    case "public":
      return values.publicRoot(root);
  }
}

/** Only if its certificate or the token says so. */
function qualifiedDetails(stamp: TimeStamp, { trustedLists }: Trust, now: Date): Detail[] {
  if (stamp.chain[0]?.isStatedQualified !== true && !stamp.isStatedQualified) return [];
  const check = checkQualified(stamp, trustedLists, now);
  const value =
    "list" in check
      ? values.qualified(check.service, check.list.territory, check.list.sequence)
      : check.error === "not-listed" && trustedLists.length === 0
        ? values.qualifiedUnchecked
        : values.notQualified[check.error];
  return [{ label: labels.qualified, value }];
}
