import { z } from "zod";
import { StripeFault } from "../protocol/faults.ts";
import type { Control } from "./control.ts";

const intent = z.string();
const payWith = z.union([z.object({ card: z.string() }), z.object({ cashApp: z.literal(true) })]);
const modes = z.enum(["not done", "done, reported as failed", "done, answer lost", "hang"]);

type Act = (control: Control, body: unknown) => unknown;

function act<T>(schema: z.ZodType<T>, run: (control: Control, input: T) => unknown): Act {
  return (control, body) => run(control, schema.parse(body));
}

/** `POST /_control/{name}` with a JSON body; each is the method of Control with that meaning. */
const ACTS: Record<string, Act> = {
  pay: act(z.object({ intent, method: payWith.optional() }), (control, input) =>
    control.pay(input.intent, input.method),
  ),
  submit: act(z.object({ intent, method: payWith }), (control, input) =>
    control.submit(input.intent, input.method),
  ),
  authenticate: act(z.object({ intent, outcome: z.enum(["succeed", "fail"]).optional() }), (control, input) =>
    control.authenticate(input.intent, input.outcome),
  ),
  "hold-settlement": act(z.object({ on: z.boolean() }), (control, { on }) => control.holdSettlement(on)),
  settle: act(z.object({ intent, outcome: z.enum(["succeeded", "failed"]).optional() }), (control, input) =>
    control.settle(input.intent, input.outcome),
  ),
  refund: act(z.object({ intent, cents: z.number().optional() }), (control, input) =>
    control.refund(input.intent, input.cents),
  ),
  dispute: act(z.object({ intent, reason: z.string().optional() }), (control, input) =>
    control.dispute(input.intent, input.reason),
  ),
  "close-dispute": act(
    z.object({ dispute: z.string(), outcome: z.enum(["won", "lost"]) }),
    (control, input) => control.closeDispute(input.dispute, input.outcome),
  ),
  advance: act(z.object({ seconds: z.number().int().positive() }), (control, { seconds }) =>
    control.advance(seconds),
  ),
  "tax-percent": act(z.object({ percent: z.number() }), (control, { percent }) =>
    control.setTaxPercent(percent),
  ),
  fail: act(
    z.object({
      mode: modes,
      times: z.number().int().optional(),
      method: z.string().optional(),
      path: z.string().optional(),
    }),
    (control, plan) => control.fail(plan),
  ),
  "clear-failures": (control) => control.clearFailures(),
  webhook: act(z.object({ url: z.url(), secret: z.string() }), (control, target) =>
    control.pointWebhooksTo(target),
  ),
  delivery: act(
    z.object({
      hold: z.boolean().optional(),
      copies: z.number().int().optional(),
      delayMs: z.number().optional(),
      drop: z.array(z.string()).optional(),
    }),
    (control, rules) => control.setDelivery(rules),
  ),
  release: act(
    z.object({
      order: z.enum(["as recorded", "reversed"]).optional(),
      types: z.array(z.string()).optional(),
      copies: z.number().int().optional(),
    }),
    (control, release) => control.releaseEvents(release),
  ),
  redeliver: act(z.object({ event: z.string(), copies: z.number().int().optional() }), (control, input) =>
    control.redeliver(input.event, input.copies),
  ),
  settled: (control) => control.deliveriesSettled(),
};

/** `GET /_control/{name}`: what has happened so far. */
const VIEWS: Record<string, (control: Control) => unknown> = {
  calls: (control) => control.calls(),
  deliveries: (control) => control.deliveries(),
  events: (control) => control.events(),
  held: (control) => control.heldEvents(),
};

/** Answers a control request with the outcome as JSON, or 400 with a sentence. */
export async function answerControl(request: Request, control: Control): Promise<Response> {
  const name = new URL(request.url).pathname.replace("/_control/", "");
  const view = VIEWS[name];
  if (request.method === "GET" && view !== undefined) return Response.json(view(control));
  const found = ACTS[name];
  if (request.method !== "POST" || found === undefined) {
    return Response.json({ message: `There is no control ${name}.` }, { status: 404 });
  }
  try {
    const body = await request.text();
    return Response.json((await found(control, body === "" ? {} : JSON.parse(body))) ?? null);
  } catch (fault) {
    if (fault instanceof StripeFault) return Response.json(fault.body, { status: 400 });
    if (fault instanceof z.ZodError)
      return Response.json({ message: z.prettifyError(fault) }, { status: 400 });
    throw fault;
  }
}
