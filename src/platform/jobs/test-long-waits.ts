import type { JobEvents } from "./job-events.ts";

/**
 * On a busy machine, a document or an email may take longer than a response waits for it. While the returned switch is
 * on, the wait is ten times as long.
 */
export function lengthenWaits(events: JobEvents): { areLong: boolean } {
  const waits = { areLong: true };
  const untilEnded = events.untilEnded.bind(events);
  events.untilEnded = (subject, timeoutMs) => untilEnded(subject, waits.areLong ? timeoutMs * 10 : timeoutMs);
  return waits;
}
