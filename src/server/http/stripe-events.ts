import type { Context as HonoContext } from "hono";
import { receiveStripeEvent } from "../../features/billing/stripe-events.service.ts";
import { readJsonText } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";

/** POST /api/stripe/webhook. Not called by browsers: only the signature authenticates the caller. */
export async function takeStripeEvent(c: HonoContext<HttpEnv>): Promise<Response> {
  const body = await readJsonText(c.req.raw);
  await receiveStripeEvent(c.var.context.deps, body, c.req.header("stripe-signature") ?? "");
  return c.json({ received: true });
}
