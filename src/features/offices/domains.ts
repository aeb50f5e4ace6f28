import type { DomainOutcome } from "../../../db/columns/offices.ts";
import type { officeDomains } from "../../../db/schema.ts";
import type { TxtAnswer } from "../../platform/dns/txt-records.ts";
import { isVerified } from "../accounts/stated-domain.ts";

/**
 * The rules about domains of offices. An office proves a domain by publishing a record in the DNS, whose value is
 * random and of that office and domain only. Several offices can prove the same domain: each needs a record of its own.
 * Records are looked up again every day.
 */

export type DomainRow = typeof officeDomains.$inferSelect;

const hour = 3_600_000;
const day = 24 * hour;
/**
 * A record that checks do not find for this long is lost. One check alone decides only if
 * the record was last seen two weeks ago or earlier.
 */
const graceMs = 3 * day;
/** A domain that is not verified is looked up every hour at first, then every day, then only when someone asks. */
const oftenMs = 2 * day;
const seldomMs = 30 * day;

const recordLabel = "_attestamp";
const valuePrefix = "attestamp-verification=";

/** The record that the owner of a domain publishes. */
export function buildRecord({ name, token }: Pick<DomainRow, "name" | "token">): {
  type: "TXT";
  name: string;
  value: string;
} {
  return { type: "TXT", name: `${recordLabel}.${name}`, value: `${valuePrefix}${token}` };
}

/**
 * A name at which no one publishes a record. If it has the value, too, a wildcard answers for every name of the domain:
 * perhaps an alias of a service that lends names to strangers.
 */
export function buildProbe({ name }: Pick<DomainRow, "name">, random: string): string {
  return `${recordLabel}-${random}.${name}`;
}

export const holds = (answer: TxtAnswer, value: string): boolean =>
  answer !== "unreachable" && answer.strings.some((text) => text.trim() === value);

type Checked = Pick<
  DomainRow,
  "verifiedAt" | "seenAt" | "missingSince" | "checkedAt" | "outcome" | "nextCheckAt"
>;

/** What a check changes, and what it brings: the domain is verified from now on, or lost. */
export function applyCheck(
  row: DomainRow,
  outcome: DomainOutcome,
  now: number,
): { changed: Checked; news: "verified" | "lost" | null } {
  const at = new Date(now);
  const checked = { ...row, outcome, checkedAt: at };
  if (outcome === "found") {
    const verifiedAt = row.verifiedAt ?? at;
    const nextCheckAt = new Date(now + day);
    const changed = pick({ ...checked, seenAt: at, missingSince: null, verifiedAt, nextCheckAt });
    return { changed, news: row.verifiedAt === null ? "verified" : null };
  }
  if (row.verifiedAt === null)
    return { changed: pick({ ...checked, nextCheckAt: findNextCheck(row, now) }), news: null };
  const missingSince = outcome === "unreachable" ? row.missingSince : (row.missingSince ?? at);
  const isMissing = outcome !== "unreachable" && now - (missingSince?.getTime() ?? now) >= graceMs;
  if (!isMissing && isVerified(row, now))
    return { changed: pick({ ...checked, missingSince, nextCheckAt: new Date(now + day) }), news: null };
  const lost = { ...checked, verifiedAt: null, missingSince: null };
  return { changed: pick({ ...lost, nextCheckAt: findNextCheck(row, now) }), news: "lost" };
}

/** For a domain that is not verified. */
function findNextCheck({ createdAt, seenAt }: DomainRow, now: number): Date | null {
  if (now - createdAt.getTime() < oftenMs) return new Date(now + hour);
  return now - (seenAt ?? createdAt).getTime() < seldomMs ? new Date(now + day) : null;
}

function pick({ verifiedAt, seenAt, missingSince, checkedAt, outcome, nextCheckAt }: Checked): Checked {
  return { verifiedAt, seenAt, missingSince, checkedAt, outcome, nextCheckAt };
}
