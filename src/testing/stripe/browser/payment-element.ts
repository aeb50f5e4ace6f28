import { Listeners } from "./listeners.ts";
import { PaymentForm } from "./payment-form.ts";
import { LIBRARY_ORIGIN, type PaymentError } from "./public-api.ts";

/** Stripe's library works through a frame of its own; a page whose policy forbids that frame cannot pay. */
const CONTROLLER = `${LIBRARY_ORIGIN}/v3/controller.html`;
const FROM = { elementType: "payment" };

export class PaymentElement extends Listeners {
  private form: PaymentForm | undefined;
  private place: HTMLElement | undefined;

  constructor(
    private readonly methodTypes: () => Promise<string[]>,
    private readonly onDestroy: () => void,
  ) {
    super();
  }

  get selected(): string {
    return this.form?.selected ?? "card";
  }

  mount(target: string | HTMLElement): void {
    const place = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (place === null) throw new Error("The selector you specified applies to no DOM elements.");
    this.place = place;
    this.place.classList.add("StripeElement");
    this.emit("loaderstart", FROM);
    this.draw(place).catch((cause) => this.fail(String(cause instanceof Error ? cause.message : cause)));
  }

  unmount(): void {
    this.place?.replaceChildren();
    this.form = undefined;
  }

  destroy(): void {
    this.unmount();
    this.onDestroy();
  }

  update(_options: object): this {
    return this;
  }

  collapse(): this {
    return this;
  }

  focus(): void {
    this.form?.focus();
  }

  blur(): void {}

  clear(): void {
    this.form?.clear();
  }

  /** The fault that keeps the form from being sent, shown in it as well. */
  validate(): PaymentError | undefined {
    if (this.form === undefined)
      return { type: "validation_error", message: "Payment details are still loading." };
    return this.form.validate();
  }

  /** What the customer entered, as parameters of the confirm call. */
  params(): Record<string, string> {
    return this.form?.params() ?? {};
  }

  private async draw(place: HTMLElement): Promise<void> {
    await openController();
    const types = await this.methodTypes();
    if (this.place !== place || !place.isConnected) return;
    this.form = new PaymentForm(types, (change) => this.emit("change", { ...FROM, ...change }));
    place.replaceChildren(this.form.root);
    this.emit("ready", FROM);
  }

  private fail(message: string): void {
    this.emit("loaderror", { ...FROM, error: { type: "api_error", message } });
  }
}

/** Loads the frame and rejects when the page's content security policy stands against it. */
function openController(): Promise<void> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    const onViolation = (event: SecurityPolicyViolationEvent) => {
      if (!event.blockedURI.startsWith(LIBRARY_ORIGIN)) return;
      const { host } = new URL(LIBRARY_ORIGIN);
      reject(new Error(`The page's content security policy does not let frames of ${host} in.`));
    };
    document.addEventListener("securitypolicyviolation", onViolation);
    frame.addEventListener("load", () => {
      setTimeout(() => {
        document.removeEventListener("securitypolicyviolation", onViolation);
        frame.remove();
        resolve();
      });
    });
    frame.hidden = true;
    frame.title = "Secure payment frame";
    frame.src = CONTROLLER;
    document.body.append(frame);
  });
}
