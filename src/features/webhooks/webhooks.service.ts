import type { WebhookEvent } from "../../../db/columns/webhooks.ts";
import { transaction } from "../../../db/transaction.ts";
import { AppError } from "../../errors.ts";
import { queueJob } from "../../platform/jobs/jobs.repo.ts";
import { type LookUp, requireUsableUrl } from "../../platform/public-address.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { requireAccount } from "../accounts/accounts.service.ts";
import { type Actor, hasRole } from "../accounts/accounts.ts";
import { requireNotAbove } from "../accounts/memberships.service.ts";
import { noteInOffice } from "../audit/office-log.repo.ts";
import type { Deps, RateLimitDeps } from "../deps.ts";
import { isPaymentEvent, mayReceive, notForPayments } from "./receiving.service.ts";
import { newWebhookSecret } from "./signature.ts";
import type {
  DeliveryView,
  OfficeWebhook,
  WebhookSecretView,
  WebhookView,
} from "./webhooks.output.schema.ts";
import {
  countEndpoints,
  deleteEndpoint,
  disableEndpointsOf,
  findDelivery,
  findOwnedEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  listOfficeEndpoints,
  updateDelivery,
  updateEndpoint,
} from "./webhooks.repo.ts";
import {
  type CreateWebhookInput,
  maxEndpoints,
  type ReplayDeliveryInput,
  type UpdateWebhookInput,
} from "./webhooks.schema.ts";
import { type DeliveryRow, type EndpointRow, failureColumns, overlapMs, webhookJob } from "./webhooks.ts";

const maxListed = 100;

export async function listWebhooks(deps: Pick<Deps, "db" | "now">, owner: Actor): Promise<WebhookView[]> {
  return (await listEndpoints(deps.db, owner.id)).map((row) => toView(deps, row));
}

/**
 * Creates an endpoint; this answer contains its secret. Throws `invalid` for an address to which nothing may be sent,
 * `forbidden` for events about payments of an office, except for its owners, and `conflict` if the account has the
 * maximum number of endpoints, `rate_limited`.
 */
export async function createWebhook(
  deps: RateLimitDeps,
  owner: Actor,
  input: CreateWebhookInput,
  lookUp?: LookUp,
): Promise<WebhookSecretView> {
  requirePayer(owner, input.events);
  await takeFromLimit(deps, "accessChangesPerAccount", owner.member?.id ?? owner.id);
  await requireUsableUrl(input.url, deps.config.webhookPrivate, lookUp);
  const row = await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    if ((await countEndpoints(deps.db, owner.id)) >= maxEndpoints) {
      throw new AppError(
        "conflict",
        "too-many-webhooks",
        "You have {count} webhooks, which is the maximum. Please delete one first.",
        { params: { count: maxEndpoints } },
      );
    }
    const row = await insertEndpoint(deps.db, {
      id: crypto.randomUUID(),
      userId: owner.id,
      memberId: owner.member?.id ?? null,
      url: input.url,
      events: [...new Set(input.events)],
      secret: newWebhookSecret(),
      createdAt: new Date(deps.now()),
    });
    await noteInOffice(deps, owner, { action: "webhook.made", subject: row.id, detail: detailOf(row) });
    return row;
  });
  return { ...toView(deps, row), secret: row.secret };
}

/** What the log of an office says about an endpoint: its path may hold a secret. */
const detailOf = ({ url }: Pick<EndpointRow, "url">) => ({ name: new URL(url).host });

/** Events about payments are for those who pay: in an office its owners. Throws `forbidden`. */
function requirePayer({ member }: Actor, events: readonly WebhookEvent[]): void {
  if (!member || hasRole(member.role, "owner") || !events.some(isPaymentEvent)) return;
  throw new AppError(
    "forbidden",
    "payment-events-for-owners",
    "Only owners of an office can choose events about payments. Please ask one of them.",
  );
}

/**
 * Changes the given fields. Deliveries waiting for a disabled endpoint are not sent. Who changes the address, enables
 * the endpoint or adds events about payments answers for it from then on. Throws `not_found`, `forbidden` for what
 * someone with a higher role set up, and as `createWebhook`.
 */
export async function updateWebhook(
  deps: RateLimitDeps,
  owner: Actor,
  { id, ...wish }: UpdateWebhookInput,
  lookUp?: LookUp,
): Promise<WebhookView> {
  requirePayer(owner, wish.events ?? []);
  await takeFromLimit(deps, "accessChangesPerAccount", owner.member?.id ?? owner.id);
  if (wish.url !== undefined) await requireUsableUrl(wish.url, deps.config.webhookPrivate, lookUp);
  return transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const row = await requireChangeable(deps, owner, id);
    const isResumed = wish.isEnabled === true && row.disabledFor !== null;
    const learnsOfPayments = (wish.events ?? []).some(
      (event) => isPaymentEvent(event) && !row.events.includes(event),
    );
    const answersForIt = isResumed || learnsOfPayments || (wish.url !== undefined && wish.url !== row.url);
    await updateEndpoint(deps.db, id, {
      ...(answersForIt && { memberId: owner.member?.id ?? null }),
      url: wish.url ?? row.url,
      events: wish.events === undefined ? row.events : [...new Set(wish.events)],
      ...(isResumed && { disabledFor: null, failingSince: null }),
      ...(wish.isEnabled === false && { disabledFor: row.disabledFor ?? "owner" }),
    });
    const changed = await requireOwned(deps, owner, id);
    if (!isSameSetup(row, changed))
      await noteInOffice(deps, owner, { action: "webhook.changed", subject: id, detail: detailOf(changed) });
    return toView(deps, changed);
  });
}

/** A request that changes nothing leaves no entry, so that repeating it cannot fill the log. */
const isSameSetup = (one: EndpointRow, other: EndpointRow): boolean =>
  one.url === other.url && one.disabledFor === other.disabledFor && one.events.join() === other.events.join();

/**
 * Sets a new secret, which this answer contains; the old one also signs for a day. Throws `not_found`, `forbidden` as
 * `updateWebhook`.
 */
export async function rotateWebhookSecret(
  deps: RateLimitDeps,
  owner: Actor,
  id: string,
): Promise<WebhookSecretView> {
  await takeFromLimit(deps, "accessChangesPerAccount", owner.member?.id ?? owner.id);
  const secret = newWebhookSecret();
  return transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const row = await requireChangeable(deps, owner, id);
    await updateEndpoint(deps.db, id, {
      memberId: owner.member?.id ?? null,
      secret,
      previousSecret: row.secret,
      previousUntil: new Date(deps.now() + overlapMs),
    });
    await noteInOffice(deps, owner, { action: "webhook.changed", subject: id, detail: detailOf(row) });
    return { ...toView(deps, await requireOwned(deps, owner, id)), secret };
  });
}

/** Deletes an endpoint and its log. Throws `not_found`, `forbidden` as `updateWebhook`. */
export async function removeWebhook(deps: Pick<Deps, "db" | "now">, owner: Actor, id: string): Promise<void> {
  await transaction(deps, async (deps) => {
    await requireAccount(deps, owner);
    const row = await requireChangeable(deps, owner, id);
    await deleteEndpoint(deps.db, id);
    await noteInOffice(deps, owner, { action: "webhook.deleted", subject: id, detail: detailOf(row) });
  });
}

/** The endpoints of an office, oldest first, with the username of the member who set each up. */
export async function listWebhooksOfOffice(
  { db }: Pick<Deps, "db">,
  officeId: string,
): Promise<OfficeWebhook[]> {
  return (await listOfficeEndpoints(db, officeId)).map(({ endpoint, madeBy, isMember }) => ({
    id: endpoint.id,
    url: endpoint.url,
    disabledFor: endpoint.disabledFor,
    createdAt: endpoint.createdAt.toISOString(),
    madeBy,
    isMember: isMember !== null,
  }));
}

/**
 * In the transaction that ends a membership: disables the endpoints that the member set up, since the address may be
 * theirs, and they know the secret; returns how many. Another member can enable them, and then answers for them.
 */
export async function disableWebhooksOf(
  { db }: Pick<Deps, "db">,
  officeId: string,
  memberId: string,
): Promise<number> {
  return disableEndpointsOf(db, officeId, memberId);
}

/** The newest deliveries of the last 30 days. Throws `not_found`. */
export async function readDeliveries(
  deps: Pick<Deps, "db">,
  owner: Actor,
  id: string,
): Promise<DeliveryView[]> {
  await requireOwned(deps, owner, id);
  return (await listDeliveries(deps.db, id, maxListed)).map(deliveryView);
}

/**
 * Sends a delivery once more, with the same id and body, and with as many attempts as a new one. Throws `not_found`,
 * `forbidden` as `updateWebhook`, `conflict` while it is waiting or its endpoint is disabled, `rate_limited`.
 */
export async function replayDelivery(
  deps: Pick<Deps, "config" | "db" | "now" | "memoryRateLimiter" | "counterKey" | "jobEvents">,
  owner: Actor,
  { id, deliveryId }: ReplayDeliveryInput,
): Promise<DeliveryView> {
  const { db, now } = deps;
  await takeFromLimit(deps, "webhookReplaysPerAccount", owner.id);
  await transaction(deps, async (deps) => {
    const { db } = deps;
    await requireAccount(deps, owner);
    const endpoint = await requireChangeable(deps, owner, id);
    const { delivery } = (await findDelivery(db, deliveryId)) ?? {};
    if (delivery?.endpointId !== endpoint.id) {
      throw new AppError("not_found", "delivery-not-found", "This delivery does not exist, or was deleted.");
    }
    if (delivery.state === "waiting")
      throw new AppError("conflict", "delivery-not-sent-yet", "This delivery has not been sent yet.");
    if (endpoint.disabledFor !== null) {
      throw new AppError("conflict", "webhook-disabled", "This webhook is disabled. Please enable it first.");
    }
    if (!(await mayReceive(deps, endpoint, delivery.event))) throw AppError.from("forbidden", notForPayments);
    await updateDelivery(db, deliveryId, {
      state: "waiting",
      attempts: 0,
      nextAttemptAt: new Date(now()),
      answerStatus: null,
      answerText: null,
      ...failureColumns(undefined),
    });
    await queueJob(db, { kind: webhookJob, subject: deliveryId, userId: owner.id, at: now() });
  });
  deps.jobEvents.queued();
  const replayed = await findDelivery(db, deliveryId);
  if (!replayed) throw notFound();
  return deliveryView(replayed.delivery);
}

async function requireOwned({ db }: Pick<Deps, "db">, owner: Actor, id: string): Promise<EndpointRow> {
  const row = await findOwnedEndpoint(db, owner.id, id);
  if (!row) throw notFound();
  return row;
}

/** As `requireOwned`, but throws `forbidden` for what a member with a higher role set up. */
async function requireChangeable(deps: Pick<Deps, "db">, owner: Actor, id: string): Promise<EndpointRow> {
  const row = await requireOwned(deps, owner, id);
  await requireNotAbove(deps, owner, row.memberId);
  return row;
}

const notFound = () => new AppError("not_found", "webhook-not-found", "This webhook does not exist.");

function toView({ now }: Pick<Deps, "now">, row: EndpointRow): WebhookView {
  const { id, url, events, disabledFor, failingSince, previousUntil, createdAt } = row;
  const overlaps = previousUntil !== null && previousUntil.getTime() > now();
  return {
    id,
    url,
    events,
    disabledFor,
    failingSince: failingSince?.toISOString() ?? null,
    previousSecretUntil: overlaps ? previousUntil.toISOString() : null,
    createdAt: createdAt.toISOString(),
  };
}

function deliveryView(row: DeliveryRow): DeliveryView {
  const { id, event, state, attempts, answerStatus, answerText, fault, faultCode, faultParams } = row;
  return {
    id,
    event,
    state,
    attempts,
    answerStatus,
    answerText,
    fault,
    faultCode,
    faultParams,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}
