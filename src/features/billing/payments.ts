import Stripe from "stripe";
import { AppError } from "../../errors.ts";
import type { PaymentSettings } from "../config.ts";
import { SingleFlight } from "./single-flight.ts";

/** The payment provider as configured. */
export type Payments = {
  stripe: Stripe;
  publishableKey: string;
  webhookSecret: string | undefined;
  tax: boolean;
  /** Whether the keys move real money. */
  isLive: boolean;
  /** How long a caller waits for the provider, milliseconds. */
  timeoutMs: number;
  /**
   * Serializes reads of a purchase on this server, as a lease does between servers: an older answer never overwrites a
   * newer one.
   */
  locks: KeyedMutex;
  /**
   * Per user, polls for payments whose events may have been lost. Each server limits itself; the only purpose is to
   * reduce calls to Stripe.
   */
  inquiries: SingleFlight;
  /** Until then, this server takes stamps without asking about their payments (ms since 1970). */
  asksAgainAt: number;
};

/** Two attempts fit into the time that a caller waits. */
const callMs = 4_500;
const timeoutMs = 10_000;
/** Shorter than a page waits for its plan, so that the page can wait for the next inquiry. */
const inquiryCooldownMs = 2_000;

export function openPayments(settings: PaymentSettings): Payments {
  const { secretKey, publishableKey, webhookSecret, tax } = settings;
  const stripe = new Stripe(secretKey, {
    ...parseApiUrl(settings.apiUrl),
    timeout: callMs,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  const isLive = /^[rs]k_live_/.test(secretKey);
  const locks = new KeyedMutex();
  const inquiries = new SingleFlight(inquiryCooldownMs);
  return { stripe, publishableKey, webhookSecret, tax, isLive, timeoutMs, locks, inquiries, asksAgainAt: 0 };
}

function parseApiUrl(apiUrl: string | undefined): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  if (protocol === "https:") return { protocol: "https", host: hostname, port: port || "443" };
  return { protocol: "http", host: hostname, port: port || "80" };
}

/** Throws `unavailable` on a server without keys. */
export function requirePayments(deps: { payments: Payments | undefined }): Payments {
  if (deps.payments) return deps.payments;
  throw new AppError("unavailable", "payments-not-configured", "Payments are not configured on this server.");
}

/**
 * Runs calls to the provider, never inside a database transaction, for at most ten seconds. Throws `unavailable` with a
 * message if the provider is unreachable or refuses; the cause is logged for the operator.
 */
export async function callStripe<T>(payments: Payments, ask: (stripe: Stripe) => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(noAnswer("no answer in time")), payments.timeoutMs);
  try {
    return await Promise.race([ask(payments.stripe), tooLate]);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeError ? inWords(error) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the provider reports that the object does not exist, e.g. after a change from test keys to live ones. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

/** Whether the operator's key may not do this. */
export function isForbidden(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}

/** Whether the provider does not do this because of the request itself, or of the state that the object is in. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether the same request under the same idempotency key would get the same error: that of a server is kept, too. */
export function isRepeatedForKey(error: unknown): boolean {
  return isRefusal(error) || error instanceof Stripe.errors.StripeAPIError;
}

function inWords(error: Stripe.errors.StripeError): AppError {
  if (error.code === "customer_tax_location_invalid") {
    return new AppError(
      "unavailable",
      "taxes-unavailable",
      "Couldn't calculate the taxes for your location. Please contact support.",
      { cause: error },
    );
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError || error.statusCode === 401) {
    return new AppError(
      "unavailable",
      "payment-service-refused",
      "The payment service refused this request. Please contact support.",
      { cause: error },
    );
  }
  return noAnswer(error);
}

function noAnswer(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "payment-service-unavailable",
    "The payment service is not responding. Please try again in a moment.",
    {
      cause,
      retryAfterSeconds: 10,
    },
  );
}

/** Runs work on the same key one at a time, in order. Other keys do not wait. */
class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves or rejects as `work` does, whatever happened to earlier work. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
