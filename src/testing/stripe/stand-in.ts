import { openAccount } from "./account.ts";
import { Api } from "./api.ts";
import { answerLibrary } from "./browser/serve-library.ts";
import { Control } from "./controls/control.ts";
import { answerControl } from "./controls/control-api.ts";
import { Failures } from "./controls/failures.ts";
import { WebhookDesk } from "./controls/webhook-desk.ts";
import { followPayment } from "./resources/invoice-payment.ts";

export type StandInOptions = {
  /** 0, the default, takes any free port. */
  port?: number;
  secretKey?: string;
  publishableKey?: string;
  /** Where events are posted; without it they are only recorded. */
  webhookUrl?: string;
  webhookSecret?: string;
  /** Waits before an event that was not answered with 2xx is sent again. */
  webhookRetryDelaysMs?: readonly number[];
};

export type StripeStandIn = {
  /** Base URL without a trailing slash: the value for STRIPE_API_URL. */
  url: string;
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  control: Control;
  stop: () => Promise<void>;
};

/** Starts a stateful stand-in of Stripe's API, with its own control paths and the browser's library. */
export function startStripeStandIn(options: StandInOptions = {}): StripeStandIn {
  const secretKey = options.secretKey ?? "sk_test_standin0000000000000000";
  const publishableKey = options.publishableKey ?? "pk_test_standin0000000000000000";
  const webhookSecret = options.webhookSecret ?? "whsec_standin000000000000000000";
  const target = options.webhookUrl ? { url: options.webhookUrl, secret: webhookSecret } : undefined;
  const desk = new WebhookDesk(target, options.webhookRetryDelaysMs ?? [500, 2000, 8000]);
  const account = openAccount({ secretKey, publishableKey });
  account.onEvent = (event) => desk.accept(event);
  account.onPayment = (intent) => followPayment(account, intent);
  const failures = new Failures();
  const api = new Api(account, failures);
  const control = new Control(account, api, failures, desk);
  const host = "127.0.0.1";
  const server = Bun.serve({
    hostname: host,
    port: options.port ?? 0,
    idleTimeout: 0,
    development: false,
    fetch: (request) => forBrowsers(request, (asked) => dispatch(asked, api, control)),
  });
  const port = Number(server.port);
  const stop = async () => {
    desk.close();
    failures.clear();
    await server.stop(true);
  };
  return {
    url: `http://${host}:${port}`,
    host,
    port,
    secretKey,
    publishableKey,
    webhookSecret,
    control,
    stop,
  };
}

function dispatch(request: Request, api: Api, control: Control): Response | Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith("/v1/")) return api.answer(request);
  if (pathname.startsWith("/_control/")) return answerControl(request, control);
  return answerLibrary(pathname);
}

/** Stripe's API and library may be used by pages of any origin. */
async function forBrowsers(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const response = request.method === "OPTIONS" ? new Response(null, { status: 204 }) : await answer(request);
  response.headers.set("access-control-allow-origin", "*");
  response.headers.set("access-control-allow-headers", "*");
  response.headers.set("access-control-allow-methods", "GET, POST, DELETE");
  return response;
}
