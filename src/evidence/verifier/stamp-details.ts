import type { TimeStamp } from "../tsp/token.ts";
import type { Detail } from "./detail.ts";
import { labels, values } from "./sentences.ts";
import type { Text } from "./text.ts";
import type { Trust } from "./trust.ts";
import { findRoot, vouchedBy } from "./vouched-by.ts";

/** The time, accuracy, authority and root of a valid time-stamp. */
export function stampDetails(stamp: TimeStamp, trust: Trust): Detail[] {
  const { time, accuracyMs, authority, distrustedSince } = stamp;
  return [
    { label: labels.time, value: values.time(time) },
    ...(accuracyMs === undefined ? [] : [{ label: labels.accuracy, value: values.accuracy(accuracyMs) }]),
    { label: labels.authority, value: authority },
    { label: labels.root, value: describeRoot(stamp, trust) },
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
