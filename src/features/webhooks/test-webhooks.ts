import { expect } from "bun:test";
import { Webhook } from "standardwebhooks";
import type { Database } from "../../../db/client.ts";
import { type WebhookEvent, webhookEvents } from "../../../db/columns/webhooks.ts";
import { transaction } from "../../../db/transaction.ts";
import { attemptJob, leaseMs } from "../../platform/jobs/attempt.ts";
import { takeJob } from "../../platform/jobs/jobs.repo.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { until } from "../../testing/test-waiting.ts";
import { insertUser } from "../accounts/accounts.repo.ts";
import type { Actor } from "../accounts/accounts.ts";
import type { Deps } from "../deps.ts";
import { announce } from "./announce.service.ts";
import { webhookJobHandler } from "./webhook.job.ts";
import { webhookBodySchema } from "./webhooks.schema.ts";
import { webhookJob } from "./webhooks.ts";

type Received = { headers: Record<string, string>; body: string };

/** A real server on this machine that stores the requests it receives, and answers with `answer`. */
export function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    answer: async (): Promise<Response> => new Response("thanks"),
    url: "",
    stop: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      received.push({ headers: request.headers.toJSON(), body: await request.text() });
      return receiver.answer();
    },
  });
  receiver.url = `http://127.0.0.1:${server.port}/hook`;
  return receiver;
}

type Told = { id: string; type: WebhookEvent; data: Record<string, unknown> };

/** Subscribes to these events; `told` reads what has arrived, with checked signatures, as described by the API. */
export async function subscribe(person: TestClient, events: readonly WebhookEvent[] = webhookEvents) {
  const receiver = startReceiver();
  const { status, body } = await person.post("/api/webhooks", { url: receiver.url, events });
  expect([status, body]).toEqual([200, expect.anything()]);
  const verifier = new Webhook(String(body.secret));
  const told = (): Told[] =>
    receiver.received.map(({ headers, body }) => {
      verifier.verify(body, headers);
      const event = JSON.parse(body);
      const type: WebhookEvent = event.type;
      expect(webhookBodySchema(type).parse(event)).toEqual(event);
      return { id: headers["webhook-id"] ?? "", type, data: event.data };
    });
  const untilTold = async (count: number) => {
    await until(`${count} events have arrived`, () => receiver.received.length >= count);
    return told();
  };
  return { id: String(body.id), told, untilTold, stop: receiver.stop };
}

export const typesOf = (told: Told[]) => told.map(({ type }) => type);

/** An account that cannot sign in. */
export async function newOwner(db: Database, email: string | null = null): Promise<Actor> {
  const id = crypto.randomUUID();
  const user = { id, username: id, firstName: "Jane", lastName: "Doe", email, isAdmin: false };
  await insertUser(db, { ...user, usernameKey: id, passwordHash: "none", createdAt: new Date() });
  return user;
}

/** An event about a document, which need not exist. */
export async function announceTo(
  deps: Deps,
  owner: Actor,
  type: "document.completed" | "document.failed" = "document.completed",
): Promise<void> {
  const about = { id: crypto.randomUUID(), status: "completed", serialNumber: "AT-1", sha256: "0" };
  const rest = { stampedSha256: "1", certificateSha256: "2", errorMessage: null, processedAt: null };
  await transaction(deps, async (deps) => announce(deps, owner.id, { type, data: { ...about, ...rest } }));
}

/** Sends each delivery that is due at the time of `deps` once. */
export async function sendDue(deps: Deps): Promise<void> {
  const { db, now, log } = deps;
  const options = { db, now, log, handler: webhookJobHandler(deps) };
  for (;;) {
    const job = await takeJob(db, {
      owner: "node",
      kind: webhookJob,
      now: now(),
      leaseUntil: now() + leaseMs,
    });
    if (!job) return;
    await attemptJob(options, job, new AbortController().signal);
  }
}
