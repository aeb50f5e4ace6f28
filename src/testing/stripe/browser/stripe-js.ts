import { createElement, PaymentElement, type PaymentError } from "./payment-element.ts";

/*
 * Replaces the library that Stripe serves at https://js.stripe.com/{release}/stripe.js: the part that a page with a
 * Payment Element needs. Defines window.Stripe, like the original.
 */

type PublicIntent = {
  id: string;
  status: string;
  client_secret: string;
  payment_method_types: string[];
  next_action: { type: string } | null;
  last_payment_error: PaymentError | null;
};
type Outcome =
  | { paymentIntent: PublicIntent; error?: undefined }
  | { paymentIntent?: undefined; error: PaymentError };

/** The name that the release's loader package expects to find. */
const release = "endive";
/** The host that served this script: Stripe's or a fake, which then gets all calls. */
const scriptOrigin = getScriptOrigin();
const apiOrigin = scriptOrigin === "https://js.stripe.com" ? "https://api.stripe.com" : scriptOrigin;

function getScriptOrigin(): string {
  const script = document.currentScript;
  return script instanceof HTMLScriptElement ? new URL(script.src).origin : "https://js.stripe.com";
}

/** The calls that a page may make with the publishable key and an intent's client secret. */
class PublicApi {
  constructor(private readonly key: string) {}

  retrieve(secret: string): Promise<Outcome> {
    const query = new URLSearchParams({ key: this.key, client_secret: secret });
    return this.#ask(`/v1/payment_intents/${getIntentId(secret)}?${query}`);
  }

  confirm(secret: string, params: Record<string, string>): Promise<Outcome> {
    return this.#post(`/v1/payment_intents/${getIntentId(secret)}/confirm`, secret, params);
  }

  authenticate(secret: string, outcome: "succeed" | "fail"): Promise<Outcome> {
    return this.#post("/v1/3ds2/authenticate", secret, { payment_intent: getIntentId(secret), outcome });
  }

  #post(path: string, secret: string, params: Record<string, string>): Promise<Outcome> {
    return this.#ask(path, new URLSearchParams({ ...params, client_secret: secret, key: this.key }));
  }

  async #ask(path: string, body?: URLSearchParams): Promise<Outcome> {
    try {
      const response = await fetch(`${apiOrigin}${path}`, body ? { method: "POST", body } : {});
      const answer = await response.json();
      return response.ok ? { paymentIntent: answer } : { error: answer.error };
    } catch {
      const message =
        "We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.";
      return { error: { type: "api_connection_error", message } };
    }
  }
}

/** A client secret starts with the ID of its intent. */
function getIntentId(secret: string): string {
  const id = /^(pi_[A-Za-z0-9]+)_secret_/.exec(secret)?.[1];
  if (id !== undefined) return id;
  throw new Error("Invalid value for clientSecret: it should be of the form {id}_secret_{secret}.");
}

type ElementsOptions = { clientSecret?: string };

/** A group of elements; only the Payment Element is supported. */
class Elements {
  #element: PaymentElement | null = null;

  constructor(
    private readonly api: PublicApi,
    private options: ElementsOptions,
  ) {}

  get clientSecret(): string {
    if (this.options.clientSecret !== undefined) return this.options.clientSecret;
    throw new Error("You must pass a client secret when creating the Elements group.");
  }

  create(type: string): PaymentElement {
    if (type !== "payment") throw new Error(`The fake of Stripe's library has no ${type} element.`);
    if (this.#element !== null) throw new Error("Can only create one Element of type payment.");
    const methodTypes = async () => {
      const { paymentIntent, error } = await this.api.retrieve(this.clientSecret);
      if (paymentIntent === undefined) throw new Error(error.message);
      return paymentIntent.payment_method_types;
    };
    const onDestroy = () => {
      this.#element = null;
    };
    this.#element = new PaymentElement(scriptOrigin, methodTypes, onDestroy);
    return this.#element;
  }

  getElement(type: unknown): PaymentElement | null {
    const isPayment = type === "payment" || (typeof type === "function" && "__elementType" in type);
    return isPayment ? this.#element : null;
  }

  update(options: ElementsOptions): void {
    this.options = { ...this.options, ...options };
  }
}

type ConfirmCall = {
  elements: Elements;
  redirect?: "always" | "if_required";
  confirmParams?: { return_url?: string };
};

/** With `if_required` the outcome is returned; otherwise a successful payment leaves the page for the return URL. */
async function confirmPayment(api: PublicApi, call: ConfirmCall): Promise<Outcome> {
  const { elements, redirect = "always", confirmParams: { return_url: returnUrl } = {} } = call;
  if (returnUrl === undefined) {
    throw new Error("stripe.confirmPayment(): the `confirmParams.return_url` argument is required.");
  }
  const element = elements.getElement("payment");
  if (element === null) throw new Error("elements should have a mounted Payment Element.");
  const error = element.validate();
  if (error !== undefined) return { error };
  const params = { use_stripe_sdk: "true", return_url: returnUrl, ...element.params() };
  let outcome = await api.confirm(elements.clientSecret, params);
  if (outcome.paymentIntent?.status === "requires_action") {
    const answer = await askCustomer(outcome.paymentIntent.next_action?.type ?? "");
    outcome = await api.authenticate(elements.clientSecret, answer);
  }
  if (outcome.paymentIntent?.status === "requires_payment_method") {
    return { error: { type: "invalid_request_error", ...outcome.paymentIntent.last_payment_error } };
  }
  if (outcome.error !== undefined || redirect === "if_required") return outcome;
  const url = new URL(returnUrl);
  url.searchParams.set("payment_intent", outcome.paymentIntent.id);
  url.searchParams.set("payment_intent_client_secret", outcome.paymentIntent.client_secret);
  url.searchParams.set("redirect_status", "succeeded");
  window.location.assign(url);
  return new Promise(() => {});
}

const dialogs: Record<string, { title: string; yes: string; no: string }> = {
  cashapp_handle_redirect_or_display_qr_code: {
    title: "Scan the QR code with Cash App",
    yes: "Authorize test payment",
    no: "Fail test payment",
  },
  use_stripe_sdk: {
    title: "3D Secure 2 test page",
    yes: "Complete authentication",
    no: "Fail authentication",
  },
};

/** Shows the dialog of the bank or of Cash App, and resolves with the customer's answer. */
function askCustomer(action: string): Promise<"succeed" | "fail"> {
  const words = dialogs[action];
  if (words === undefined) throw new Error(`The fake of Stripe's library cannot handle ${action}.`);
  return new Promise((resolve) => {
    const answer = (outcome: "succeed" | "fail") => () => {
      dialog.remove();
      resolve(outcome);
    };
    const button = (text: string, outcome: "succeed" | "fail") => {
      const style = { margin: "16px 8px 0 0", padding: "8px 12px", border: "1px solid #999" };
      const element = createElement("button", { type: "button", textContent: text }, style);
      element.addEventListener("click", answer(outcome));
      return element;
    };
    const dialog = createElement("dialog", { ariaLabel: words.title }, { margin: "auto", padding: "24px" });
    const title = createElement("p", { textContent: words.title });
    dialog.append(title, button(words.yes, "succeed"), button(words.no, "fail"));
    dialog.addEventListener("cancel", answer("fail"));
    document.body.append(dialog);
    dialog.showModal();
  });
}

function Stripe(publishableKey: string) {
  if (!publishableKey.startsWith("pk_")) throw new Error("Please call Stripe() with your publishable key.");
  const api = new PublicApi(publishableKey);
  const unsupported = () => {
    throw new Error("The fake of Stripe's library does not have this call.");
  };
  return {
    elements: (options: ElementsOptions) => new Elements(api, options),
    confirmPayment: (call: ConfirmCall) => confirmPayment(api, call),
    // The React package accepts an object as Stripe's only if it has all of these.
    createToken: unsupported,
    createPaymentMethod: unsupported,
    confirmCardPayment: unsupported,
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: release }) });
