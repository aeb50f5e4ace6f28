import type { Account } from "./account.ts";
import type { FailureMode, Failures } from "./controls/failures.ts";
import { libraryOf } from "./library.ts";
import { callerOf } from "./protocol/authentication.ts";
import { expanded } from "./protocol/expand.ts";
import { invalidRequest, StripeFault } from "./protocol/faults.ts";
import { type Params, parseForm } from "./protocol/form.ts";
import { type Answer, IdempotencyKeys, isKept } from "./protocol/idempotency.ts";
import { newId } from "./protocol/ids.ts";
import { text, texts } from "./protocol/params.ts";
import { API_VERSION } from "./resources/events.ts";
import { publicView } from "./resources/payment-intent-shape.ts";
import { matchRoute } from "./route-table.ts";

/** One API call as it came and how it was answered, for tests to look at. */
export type SeenCall = {
  method: string;
  path: string;
  params: Params;
  idempotencyKey: string | null;
  status: number;
  requestId: string;
};

/** Stripe's HTTP interface to one account. */
export class Api {
  readonly calls: SeenCall[] = [];
  private readonly keys: IdempotencyKeys;

  constructor(
    private readonly account: Account,
    private readonly failures: Failures,
  ) {
    this.keys = new IdempotencyKeys(account.clock);
  }

  async answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const form = request.method === "POST" ? await request.text() : url.search;
    const failure = this.failures.next(request.method, url.pathname);
    if (failure === "hang") await this.failures.hang();
    const seen: SeenCall = {
      method: request.method,
      path: url.pathname,
      params: parseForm(form),
      idempotencyKey: request.method === "POST" ? request.headers.get("idempotency-key") : null,
      status: 0,
      requestId: newId("req", 14),
    };
    this.calls.push(seen);
    const { answer, replayed } = this.carryOut(seen, request.headers, failure);
    seen.status = answer.status;
    if (failure === "done, answer lost") return cutOff();
    return respond(answer, seen, replayed, failure);
  }

  private carryOut(seen: SeenCall, headers: Headers, failure: FailureMode | undefined) {
    const answered = (answer: Answer, replayed = false) => ({ answer, replayed });
    if (failure === "not done" || failure === "hang") return answered(faultAnswer(serverFault(503), seen));
    try {
      const fromBrowser = this.admit(seen, headers);
      const key = seen.idempotencyKey;
      if (key === null) return answered(this.run(seen, fromBrowser));
      const former = this.keys.begin(key, `${seen.method} ${seen.path}`, JSON.stringify(seen.params));
      if (former !== undefined) return answered(former, true);
      const done = this.run(seen, fromBrowser);
      const answer = failure === "done, reported as failed" ? faultAnswer(serverFault(500), seen) : done;
      if (isKept(answer.status)) this.keys.keep(key, answer);
      else this.keys.forget(key);
      return answered(answer);
    } catch (fault) {
      return answered(faultAnswer(fault, seen));
    }
  }

  /** Checks key and version; true for the browser's publishable key. */
  private admit({ method, path, params }: SeenCall, headers: Headers): boolean {
    const caller = callerOf(headers, text(params, "key"), `${method} ${path}`, this.account);
    const version = headers.get("stripe-version") ?? API_VERSION;
    if (version === API_VERSION) return caller === "browser";
    throw invalidRequest(`Invalid Stripe API version: ${version}. This stand-in speaks ${API_VERSION} only.`);
  }

  private run(seen: SeenCall, fromBrowser: boolean): Answer {
    const { method, path, params, requestId, idempotencyKey } = seen;
    this.account.request = { id: requestId, idempotency_key: idempotencyKey };
    try {
      const { route, id } = matchRoute(method, path);
      const object = route(this.account, { id, path, params, fromBrowser });
      const body = expanded(object, texts(params, "expand") ?? [], libraryOf(this.account));
      return { status: 200, body: JSON.stringify(body, null, 2), requestId };
    } catch (fault) {
      return faultAnswer(fromBrowser ? withoutSecrets(fault) : fault, seen);
    } finally {
      this.account.request = null;
    }
  }
}

/** A refusal carries the intent; a browser sees of it only what it may. */
function withoutSecrets(fault: unknown): unknown {
  if (!(fault instanceof StripeFault) || fault.body.payment_intent === undefined) return fault;
  const payment_intent = publicView(fault.body.payment_intent);
  return new StripeFault(fault.status, { ...fault.body, payment_intent });
}

function serverFault(status: number): StripeFault {
  const message = "An unknown error occurred";
  return new StripeFault(status, { type: "api_error", message });
}

function faultAnswer(fault: unknown, { requestId }: SeenCall): Answer {
  if (!(fault instanceof StripeFault)) throw fault;
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}`;
  return {
    status: fault.status,
    body: JSON.stringify({ error: { ...fault.body, request_log_url } }, null, 2),
    requestId,
  };
}

function respond(
  answer: Answer,
  seen: SeenCall,
  replayed: boolean,
  failure: FailureMode | undefined,
): Response {
  const headers = new Headers({
    "content-type": "application/json",
    "request-id": seen.requestId,
    "stripe-version": API_VERSION,
  });
  if (seen.idempotencyKey !== null) headers.set("idempotency-key", seen.idempotencyKey);
  if (replayed) {
    headers.set("idempotent-replayed", "true");
    headers.set("original-request", answer.requestId);
  }
  if (failure === "done, reported as failed") headers.set("stripe-should-retry", "false");
  return new Response(answer.body, { status: answer.status, headers });
}

/** Begins an answer and breaks the connection in the middle of it. */
function cutOff(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    pull: async (controller) => {
      await Bun.sleep(5);
      controller.error(new Error("The answer is lost on its way, as planned."));
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
