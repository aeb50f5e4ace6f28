import { type Message, say } from "../../errors.ts";
import { countJobsFor, queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { mayReceive } from "./receiving.service.ts";
import { deleteDeliveriesBefore, insertDelivery, listEnabledEndpoints } from "./webhooks.repo.ts";
import type { WebhookNews } from "./webhooks.schema.ts";
import { failureColumns, maxWaiting, rememberedMs, webhookJob } from "./webhooks.ts";

const tooManyWait: Message = {
  code: "webhook-too-many-waiting",
  text: "Too many deliveries are already waiting.",
};

/**
 * Queues what happened for every endpoint of the account that subscribed to it; call it inside the transaction in which
 * it happens, and `deps.jobEvents.queued()` after it if this returns true. If too many deliveries are waiting already,
 * the delivery log shows it as failed.
 */
export async function announce(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  ...news: WebhookNews[]
): Promise<boolean> {
  let isQueued = false;
  const createdAt = new Date(now());
  const endpoints = await listEnabledEndpoints(db, userId);
  for (const { type: event, data } of news) {
    const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
    for (const endpoint of endpoints) {
      if (!endpoint.events.includes(event) || !(await mayReceive({ db }, endpoint, event))) continue;
      const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
      const delivery = { id, endpointId: endpoint.id, event, body, createdAt };
      if ((await countJobsFor(db, webhookJob, userId)) >= maxWaiting) {
        const failed = { state: "failed", nextAttemptAt: null } as const;
        await insertDelivery(db, { ...delivery, ...failureColumns(say(tooManyWait)), ...failed });
        continue;
      }
      await insertDelivery(db, { ...delivery, nextAttemptAt: createdAt });
      await queueJob(db, { kind: webhookJob, subject: id, userId, at: createdAt.getTime() });
      isQueued = true;
    }
  }
  return isQueued;
}

/** Deletes deliveries after a month. */
export async function deleteOldDeliveries({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteDeliveriesBefore(db, now() - rememberedMs);
}
