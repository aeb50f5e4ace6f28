import { Listeners } from "./listeners.ts";
import { PaymentElement } from "./payment-element.ts";
import type { PaymentError, PublicApi } from "./public-api.ts";

export type ElementsOptions = {
  clientSecret?: string;
  /** The intent is made later: these describe it until then. */
  mode?: "payment" | "subscription" | "setup";
  amount?: number;
  currency?: string;
};

/** One group of elements; the Payment Element is the only kind that this stand-in draws. */
export class Elements extends Listeners {
  private element: PaymentElement | null = null;

  constructor(
    private readonly api: PublicApi,
    private options: ElementsOptions,
  ) {
    super();
    if (options.clientSecret === undefined && options.mode === undefined) {
      throw new Error(
        "In order to create a payment element, you must pass a valid PaymentIntent or SetupIntent client secret when creating the Elements group.",
      );
    }
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string): PaymentElement {
    if (type !== "payment") throw new Error(`The stand-in of Stripe's library has no ${type} element.`);
    if (this.element !== null) throw new Error("Can only create one Element of type payment.");
    this.element = new PaymentElement(
      () => this.methodTypes(),
      () => {
        this.element = null;
      },
    );
    return this.element;
  }

  getElement(type: unknown): PaymentElement | null {
    return type === "payment" || (typeof type === "function" && "__elementType" in type)
      ? this.element
      : null;
  }

  update(options: ElementsOptions): void {
    this.options = { ...this.options, ...options };
  }

  async fetchUpdates(): Promise<{ error?: PaymentError }> {
    return {};
  }

  /** Checks the form. Without a mounted Payment Element there is nothing to submit, which Stripe treats as a fault. */
  async submit(): Promise<{ error?: PaymentError; selectedPaymentMethod?: string }> {
    if (this.element === null) throw new Error("elements should have a mounted Payment Element.");
    const error = this.element.validate();
    return error === undefined ? { selectedPaymentMethod: this.element.selected } : { error };
  }

  private async methodTypes(): Promise<string[]> {
    const { clientSecret, currency } = this.options;
    if (clientSecret === undefined) return currency === "usd" ? ["card", "cashapp"] : ["card"];
    const { paymentIntent, error } = await this.api.retrieve(clientSecret);
    if (paymentIntent === undefined) throw new Error(error.message);
    return paymentIntent.payment_method_types;
  }
}
