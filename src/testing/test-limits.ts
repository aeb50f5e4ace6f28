import { sqliteOf } from "../../db/client.ts";
import type { Deps } from "../features/deps.ts";
import { MemoryRateLimiter } from "../platform/memory-rate-limiter.ts";
import type { LimitName } from "../platform/rate-limits.ts";

/** These refuse no call: beyond them, an email is not sent, or something free comes later. */
const refuseNoCall: ReadonlySet<string> = new Set([
  "accountsPerAddress",
  "referralsPerAddress",
  "securityMailsPerAccount",
  "noticesPerUnconfirmedRecipient",
  "noticeMailsPerAccount",
  "signInMailsPerAccountAndDevice",
  "signInMailsPerAccount",
  "firstResetMailPerRecipientAndAddress",
  "firstResetMailsPerRecipient",
  "moreResetMailsPerRecipientAndAddress",
  "moreResetMailsPerRecipient",
] satisfies LimitName[]);

/** The windows in memory, and what was counted in them. */
class NotedWindows extends MemoryRateLimiter {
  readonly buckets: string[] = [];
  override count(bucket: string, windowMs: number, now: number) {
    this.buckets.push(bucket);
    return super.count(bucket, windowMs, now);
  }
}

/**
 * Resets all limits of a server with SQLite. The function that it returns names those in which the server has counted
 * since then and that can refuse a call.
 */
export function noteLimits(deps: Deps): () => string[] {
  const client = sqliteOf(deps.db);
  client.exec("DELETE FROM rate_limits");
  const windows = new NotedWindows();
  deps.memoryRateLimiter = windows;
  const stored = client.prepare("SELECT bucket FROM rate_limits").pluck();
  return () => {
    const names = [...stored.all(), ...windows.buckets].map((bucket) => String(bucket).split(":")[0] ?? "");
    return [...new Set(names)].filter((name) => !refuseNoCall.has(name)).toSorted();
  };
}
