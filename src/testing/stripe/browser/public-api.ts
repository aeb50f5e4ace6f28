/** The calls that a page may make with the publishable key and an intent's client secret. */

export type PaymentError = {
  type: string;
  code?: string;
  decline_code?: string;
  message?: string;
  payment_intent?: PublicIntent;
};

export type PublicIntent = {
  id: string;
  status: string;
  amount: number;
  currency: string;
  client_secret: string;
  payment_method_types: string[];
  next_action: { type: string } | null;
  last_payment_error: PaymentError | null;
};

export type Outcome =
  | { paymentIntent: PublicIntent; error?: undefined }
  | { paymentIntent?: undefined; error: PaymentError };

const STRIPES_LIBRARY = "https://js.stripe.com";
const STRIPES_API = "https://api.stripe.com";

/** Where this script came from: Stripe's own host, or straight from a stand-in, which is then asked for everything. */
export const LIBRARY_ORIGIN = scriptOrigin();
const API_ORIGIN = LIBRARY_ORIGIN === STRIPES_LIBRARY ? STRIPES_API : LIBRARY_ORIGIN;

function scriptOrigin(): string {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? new URL(script.src).origin : STRIPES_LIBRARY;
}

export class PublicApi {
  constructor(private readonly publishableKey: string) {}

  retrieve(clientSecret: string): Promise<Outcome> {
    const query = new URLSearchParams({ key: this.publishableKey, client_secret: clientSecret });
    return this.ask(`/v1/payment_intents/${intentIdOf(clientSecret)}?${query}`);
  }

  confirm(clientSecret: string, params: Record<string, string>): Promise<Outcome> {
    return this.post(`/v1/payment_intents/${intentIdOf(clientSecret)}/confirm`, {
      ...params,
      client_secret: clientSecret,
    });
  }

  authenticate(clientSecret: string, outcome: "succeed" | "fail"): Promise<Outcome> {
    const params = { payment_intent: intentIdOf(clientSecret), client_secret: clientSecret, outcome };
    return this.post("/v1/3ds2/authenticate", params);
  }

  private post(path: string, params: Record<string, string>): Promise<Outcome> {
    return this.ask(path, new URLSearchParams({ ...params, key: this.publishableKey }));
  }

  private async ask(path: string, body?: URLSearchParams): Promise<Outcome> {
    try {
      const response = await fetch(`${API_ORIGIN}${path}`, body ? { method: "POST", body } : {});
      const answer = await response.json();
      return response.ok ? { paymentIntent: answer } : { error: answer.error };
    } catch {
      const message =
        "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.";
      return { error: { type: "api_connection_error", message } };
    }
  }
}

/** A client secret begins with the id of its intent. Throws, as Stripe's library does, for anything else. */
function intentIdOf(clientSecret: string): string {
  const id = /^(pi_[A-Za-z0-9]+)_secret_/.exec(clientSecret)?.[1];
  if (id !== undefined) return id;
  throw new Error(
    `Invalid value for clientSecret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  );
}
