import type { officeDomains } from "../../../db/schema.ts";

/** Without an answer about its record for this long, no one knows whether a domain is still that of the office. */
const unansweredMs = 14 * 24 * 3_600_000;

/** Whether a domain of an office may stand on certificates now: never long after its record was last seen. */
export function isVerified(
  { verifiedAt, seenAt }: Pick<typeof officeDomains.$inferSelect, "verifiedAt" | "seenAt">,
  now: number,
): boolean {
  return verifiedAt !== null && seenAt !== null && now - seenAt.getTime() < unansweredMs;
}
