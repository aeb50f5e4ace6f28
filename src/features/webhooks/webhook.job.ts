import { transaction } from "../../../db/transaction.ts";
import { type Message, type Said, say } from "../../errors.ts";
import type { JobHandler } from "../../platform/jobs/attempt.ts";
import { finishJob, type Job, returnJob } from "../../platform/jobs/jobs.repo.ts";
import type { Deps } from "../deps.ts";
import { mayReceive, notForPayments } from "./receiving.service.ts";
import { type Answer, send } from "./send.ts";
import { signedHeaders } from "./signature.ts";
import { stopAfterFailures } from "./stopping.service.ts";
import { findDelivery, updateDelivery, updateEndpoint } from "./webhooks.repo.ts";
import { type DeliveryRow, type EndpointRow, failureColumns, webhookPausesMs } from "./webhooks.ts";

type WebhookDeps = Pick<
  Deps,
  "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents"
>;

const timeoutMs = 15_000;

/**
 * The job that sends one delivery: at least once. Its result is stored after the answer, so after a crash in between it
 * is sent again with the same id, by which the receiver recognizes it. Endpoint errors are not errors of ours or of
 * the machine: they go into the delivery log, and the job schedules its own retries. After a failure its slot stays
 * taken until `cooldown` resolves: otherwise an endpoint that refuses thousands would occupy the database.
 */
export function webhookJobHandler(
  deps: WebhookDeps,
  cooldown: () => Promise<void> = () => Promise.resolve(),
): JobHandler {
  return {
    concurrency: 16,
    // An endpoint that does not answer occupies its slot for fifteen seconds.
    maxPerUser: 3,
    run: (job) => deliver(deps, job, cooldown),
    onFailed: (job, error, db) =>
      updateDelivery(db, job.subject, { ...failureColumns(error), state: "failed", nextAttemptAt: null }),
    fallbackMessage: { code: "delivery-failed", text: "Couldn't send this delivery." },
  };
}

async function deliver(deps: WebhookDeps, job: Job, cooldown: () => Promise<void>): Promise<void> {
  const { db, now, config } = deps;
  const found = await findDelivery(db, job.subject);
  if (found?.delivery.state !== "waiting") return void (await finishJob(db, job));
  const { delivery, endpoint } = found;
  if (endpoint.disabledFor !== null) return end(deps, job, { failure: wasDisabled }, false);
  if (!(await mayReceive(deps, endpoint, delivery.event)))
    return end(deps, job, { failure: notForPayments }, false);
  const headers = signedHeaders(delivery.id, now(), delivery.body, listSecrets(endpoint, now()));
  const answer = await send({
    url: endpoint.url,
    headers: { "user-agent": `${config.productName.replace(/[^\x20-\x7e]/g, "")} webhooks`, ...headers },
    body: delivery.body,
    allowsPrivate: config.webhookPrivate,
    timeoutMs,
  });
  if (findFailure(answer) !== undefined) await cooldown();
  await end(deps, job, answer, true);
}

function listSecrets({ secret, previousSecret, previousUntil }: EndpointRow, now: number): string[] {
  const overlaps = previousSecret !== null && previousUntil !== null && previousUntil.getTime() > now;
  return overlaps ? [secret, previousSecret] : [secret];
}

/** One transaction: the delivery log, the endpoint's state, and the next step of the job. */
async function end(
  deps: Pick<Deps, "config" | "db" | "log" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  job: Job,
  answer: Answer,
  wasSent: boolean,
): Promise<void> {
  const { now, log, jobEvents } = deps;
  const at = now();
  const failure = findFailure(answer);
  const stopped = await transaction(deps, async (deps) => {
    const { db } = deps;
    const found = await findDelivery(db, job.subject);
    if (!found) return void (await finishJob(db, job));
    const { delivery, endpoint } = found;
    const attempts = delivery.attempts + (wasSent ? 1 : 0);
    const pauseMs = failure !== undefined && wasSent ? webhookPausesMs[attempts - 1] : undefined;
    const stops = failure !== undefined && wasSent && (await stopAfterFailures(deps, endpoint, at));
    const next = stops || pauseMs === undefined ? undefined : new Date(at + pauseMs);
    await updateDelivery(db, delivery.id, {
      ...buildOutcome(answer, failure, next),
      attempts,
      ...(wasSent && { lastAttemptAt: new Date(at) }),
    });
    if (failure === undefined) await updateEndpoint(db, endpoint.id, { failingSince: null });
    // An answer that refuses is no failure of the job, whose own attempts are for those of the machine.
    if (next) await returnJob(db, job, { availableAt: next, lastError: failure?.message ?? "" });
    else await finishJob(db, job);
    return stops;
  });
  if (stopped) jobEvents.queued();
  log.info({ delivery: job.subject, error: failure?.message }, "a webhook was sent");
}

function buildOutcome(
  answer: Answer,
  failure: Said | undefined,
  next: Date | undefined,
): Partial<DeliveryRow> {
  const got = "status" in answer ? answer : undefined;
  return {
    state: failure === undefined ? "delivered" : next ? "waiting" : "failed",
    answerStatus: got?.status ?? null,
    answerText: got?.text || null,
    ...failureColumns(failure),
    nextAttemptAt: next ?? null,
  };
}

/** Any status from 200 to 299 means success. */
function findFailure(answer: Answer): Said | undefined {
  if ("failure" in answer) return say(answer.failure);
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  const text = "The endpoint answered with status {status}.";
  return say({ code: "webhook-answered-with-error", text, params: { status } });
}

const wasDisabled: Message = { code: "webhook-was-disabled", text: "The webhook was disabled." };
