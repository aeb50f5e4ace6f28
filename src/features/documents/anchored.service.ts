import { transaction } from "../../../db/transaction.ts";
import { readAnchoredSize } from "../../issuing/witnesses/anchors.service.ts";
import type { Deps } from "../deps.ts";
import { announce } from "../webhooks/announce.service.ts";
import {
  findAnnouncedSize,
  insertAnnouncedSize,
  isAnyoneSubscribed,
  listSubscribedDocuments,
  moveAnnouncedSize,
} from "./anchored.repo.ts";
import { buildWebhookPayload } from "./documents.ts";

/** Entries per transaction, which keeps other writers waiting. */
const batchSize = 250;
/** A run queues at most half as many deliveries per webhook as may wait for an account (webhooks.ts). */
const batchesPerRun = 4;

/**
 * Tells webhooks about documents whose entries in the log someone independent has confirmed since the last run. The
 * first run only notes how far the log is anchored: what was anchored before is no news.
 */
export async function announceAnchored(
  deps: Pick<Deps, "db" | "now" | "jobEvents">,
  signal: AbortSignal,
): Promise<void> {
  const size = await readAnchoredSize(deps);
  for (let batch = 0; batch < batchesPerRun && !signal.aborted; batch += 1) {
    const { hasMore, isQueued } = await transaction(deps, (deps) => announceBatch(deps, size));
    if (isQueued) deps.jobEvents.queued();
    if (!hasMore) return;
  }
}

/** The mark moves in the transaction of its events: after a crash, and with two servers, each is announced once. */
async function announceBatch(
  { db, now }: Pick<Deps, "db" | "now">,
  size: number,
): Promise<{ hasMore: boolean; isQueued: boolean }> {
  const from = await findAnnouncedSize(db);
  if (from === undefined) await insertAnnouncedSize(db, size);
  if (from === undefined || from >= size) return { hasMore: false, isQueued: false };
  const before = (await isAnyoneSubscribed(db)) ? Math.min(from + batchSize, size) : size;
  if (!(await moveAnnouncedSize(db, from, before))) return { hasMore: false, isQueued: false };
  let isQueued = false;
  for (const row of await listSubscribedDocuments(db, from, before)) {
    if (row.userId === null) continue;
    const news = { type: "document.anchored", data: buildWebhookPayload(row) } as const;
    if (await announce({ db, now }, row.userId, news)) isQueued = true;
  }
  return { hasMore: before < size, isQueued };
}
