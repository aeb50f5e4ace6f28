import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import { type Message, say } from "../../errors.ts";
import { countJobsFor, queueJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { deleteDeliveriesBefore, insertDelivery, listEnabledEndpoints } from "./webhooks.repo.ts";
import type { WebhookPayload } from "./webhooks.schema.ts";
import { failureColumns, maxWaiting, rememberedMs, webhookJob } from "./webhooks.ts";

const tooManyWait: Message = {
  code: "webhook-too-many-waiting",
  text: "Too many deliveries are already waiting.",
};

/**
 * Queues the event for every endpoint of the user that subscribed to it; call it inside the transaction of the event,
 * and `deps.jobEvents.queued()` after it. If too many are waiting already, the delivery log shows it as failed.
 */
export async function announce(
  { db, now }: Pick<Deps, "db" | "now">,
  userId: string,
  event: WebhookEvent,
  data: WebhookPayload,
): Promise<void> {
  const createdAt = new Date(now());
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  for (const endpoint of await listEnabledEndpoints(db, userId)) {
    if (!endpoint.events.includes(event)) continue;
    const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
    const delivery = { id, endpointId: endpoint.id, event, body, createdAt };
    if ((await countJobsFor(db, webhookJob, userId)) >= maxWaiting) {
      await insertDelivery(db, {
        ...delivery,
        ...failureColumns(say(tooManyWait)),
        state: "failed",
        nextAttemptAt: null,
      });
      continue;
    }
    await insertDelivery(db, { ...delivery, nextAttemptAt: createdAt });
    await queueJob(db, { kind: webhookJob, subject: id, userId, at: createdAt.getTime() });
  }
}

/** Deletes deliveries after a month. */
export async function deleteOldDeliveries({ db, now }: Pick<Deps, "db" | "now">): Promise<void> {
  await deleteDeliveriesBefore(db, now() - rememberedMs);
}
