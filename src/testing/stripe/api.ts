import { type Account, apiVersion } from "./account.ts";
import type { FailureMode, Failures } from "./failures.ts";
import { invalidRequest, newId, type Params, parseForm, StripeError } from "./protocol.ts";
import { findRoute, hidePrivateFields } from "./routes.ts";
import { expandInvoice } from "./subscriptions.ts";

/** An API call and the status of its answer. */
export type RecordedCall = {
  method: string;
  path: string;
  params: Params;
  idempotencyKey: string | null;
  status: number;
  requestId: string;
};

type Answer = { status: number; body: string; requestId: string };
type KeptAnswer = { endpoint: string; params: string; since: number; answer: Answer };

const secondsKept = 24 * 3600;
/** The calls that a browser may make with the publishable key. */
const openToBrowsers =
  /^(GET \/v1\/payment_intents\/[^/]+|POST \/v1\/payment_intents\/[^/]+\/confirm|POST \/v1\/3ds2\/authenticate)$/;

/** Stripe's HTTP interface to one account. */
export class Api {
  readonly calls: RecordedCall[] = [];
  readonly #kept = new Map<string, KeptAnswer>();

  constructor(
    private readonly account: Account,
    private readonly keys: { secretKey: string; publishableKey: string },
    private readonly failures: Failures,
  ) {}

  async answer(request: Request): Promise<Response> {
    const { pathname: path, search } = new URL(request.url);
    const { method, headers } = request;
    const form = method === "POST" ? await request.text() : search;
    const failure = this.failures.next(method, path);
    if (failure === "hang") await this.failures.hang();
    const idempotencyKey = method === "POST" ? headers.get("idempotency-key") : null;
    const call = {
      method,
      path,
      params: parseForm(form),
      idempotencyKey,
      status: 0,
      requestId: newId("req", 14),
    };
    this.calls.push(call);
    const answer = this.#answerOnce(call, headers, failure);
    call.status = answer.status;
    if (failure === "done, answer lost") return cutConnection();
    return respond(answer, call, failure);
  }

  /**
   * For a day, the same call with the same idempotency key gets its first answer again, including a decline or a server
   * error, but not a rejection of its parameters, which happens before anything is done.
   */
  #answerOnce(call: RecordedCall, headers: Headers, failure: FailureMode | undefined): Answer {
    if (failure === "not done" || failure === "hang") return answerError(serverError(503), call);
    try {
      const fromBrowser = this.#authenticate(call, headers);
      const key = call.idempotencyKey;
      const former = key === null ? undefined : this.#findKept(key, call);
      if (former !== undefined) return former;
      const done = this.#carryOut(call, fromBrowser);
      const answer = failure === "done, reported as failed" ? answerError(serverError(500), call) : done;
      const isKept = answer.status < 400 || answer.status === 402 || answer.status >= 500;
      if (key !== null && isKept)
        this.#kept.set(key, { ...getFingerprint(call), since: this.account.now(), answer });
      return answer;
    } catch (error) {
      return answerError(error, call);
    }
  }

  #findKept(key: string, call: RecordedCall): Answer | undefined {
    const former = this.#kept.get(key);
    if (former === undefined || this.account.now() - former.since > secondsKept) return undefined;
    const { endpoint, params } = getFingerprint(call);
    if (former.endpoint === endpoint && former.params === params) return former.answer;
    const message = `Keys for idempotent requests can only be used with the same endpoint and parameters they were first used with: ${key}`;
    throw new StripeError(400, { type: "idempotency_error", message });
  }

  /** Checks key and version. True for a browser, which has only the publishable key. */
  #authenticate({ method, path, params }: RecordedCall, headers: Headers): boolean {
    const version = headers.get("stripe-version") ?? apiVersion;
    if (version !== apiVersion) throw invalidRequest(`Invalid Stripe API version: ${version}.`);
    const key = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? params.key;
    if (key === this.keys.secretKey) return false;
    if (typeof key !== "string") throw invalidRequest("You did not provide an API key.", {}, 401);
    if (key !== this.keys.publishableKey) {
      throw invalidRequest(`Invalid API Key provided: ${key.slice(0, 8)}***${key.slice(-4)}`, {}, 401);
    }
    if (openToBrowsers.test(`${method} ${path}`)) return true;
    const message = "This API call cannot be made with a publishable API key. Please use a secret API key.";
    throw invalidRequest(message, { code: "secret_key_required" }, 403);
  }

  #carryOut(call: RecordedCall, fromBrowser: boolean): Answer {
    const { expand = [], ...params } = call.params;
    this.account.request = { id: call.requestId, idempotency_key: call.idempotencyKey };
    try {
      const { route, id } = findRoute(call.method, call.path);
      const object = route.answer({ account: this.account, id, params, fromBrowser });
      const body = expandAll(this.account, object, Array.isArray(expand) ? expand.map(String) : []);
      return { status: 200, body: JSON.stringify(body, null, 2), requestId: call.requestId };
    } catch (error) {
      return answerError(error, call, fromBrowser);
    } finally {
      this.account.request = null;
    }
  }
}

const getFingerprint = ({ method, path, params }: RecordedCall) => ({
  endpoint: `${method} ${path}`,
  params: JSON.stringify(params),
});

type Fields = Record<string, unknown>;

/** A copy of an answer with the objects in place of their IDs at each path of `expand[]`. */
function expandAll(account: Account, answer: object, paths: string[]): Fields {
  const copy: Fields = { ...structuredClone(answer) };
  for (const path of paths) expandPath(account, copy, path.split("."), path);
  return copy;
}

function expandPath(account: Account, object: Fields, [field, ...rest]: string[], path: string): void {
  if (field === undefined) return;
  let value = object[field];
  const invoice = account.invoices.get(String(object.id));
  if (value === undefined && invoice) value = expandInvoice(account, invoice, field);
  if (typeof value === "string") value = account.findById(value);
  if (value === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  object[field] = structuredClone(value);
  const inner = [object[field]]
    .flat()
    .filter((one): one is Fields => typeof one === "object" && one !== null);
  for (const one of inner) expandPath(account, one, rest, path);
}

function serverError(status: number): StripeError {
  return new StripeError(status, { type: "api_error", message: "An unknown error occurred" });
}

/** An error contains the intent; a browser gets only the fields it may see. */
function answerError(error: unknown, { requestId }: RecordedCall, fromBrowser = false): Answer {
  if (!(error instanceof StripeError)) throw error;
  const { payment_intent: intent, ...body } = error.body;
  const shown = intent && { payment_intent: fromBrowser ? hidePrivateFields(intent) : intent };
  return { status: error.status, body: JSON.stringify({ error: { ...body, ...shown } }, null, 2), requestId };
}

function respond(answer: Answer, call: RecordedCall, failure: FailureMode | undefined): Response {
  const headers = new Headers({
    "content-type": "application/json",
    "request-id": call.requestId,
    "stripe-version": apiVersion,
  });
  if (call.idempotencyKey !== null) headers.set("idempotency-key", call.idempotencyKey);
  if (answer.requestId !== call.requestId) headers.set("idempotent-replayed", "true");
  if (failure === "done, reported as failed") headers.set("stripe-should-retry", "false");
  return new Response(answer.body, { status: answer.status, headers });
}

/** Starts an answer and breaks the connection in the middle. */
function cutConnection(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("{")),
    pull: async (controller) => {
      await Bun.sleep(5);
      controller.error(new Error("The answer is lost on its way, as planned."));
    },
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}
