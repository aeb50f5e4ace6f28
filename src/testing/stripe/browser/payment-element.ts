export type PaymentError = { type: string; code?: string; message?: string };
type Handler = (event: object) => void;

const fields = [
  { name: "number", label: "Card number", placeholder: "1234 1234 1234 1234", autocomplete: "cc-number" },
  { name: "expiry", label: "Expiration date", placeholder: "MM / YY", autocomplete: "cc-exp" },
  { name: "cvc", label: "Security code", placeholder: "CVC", autocomplete: "cc-csc" },
] as const;
type FieldName = (typeof fields)[number]["name"];
const methodLabels: Record<string, string> = { card: "Card", cashapp: "Cash App Pay" };

export function createElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  style: Partial<CSSStyleDeclaration> = {},
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.style, style);
  return element;
}

/** The payment form: the choice of method and the card's fields, labeled like Stripe's. */
export class PaymentElement {
  #selected = "card";
  #place: HTMLElement | undefined;
  readonly #handlers = new Map<string, Handler[]>();
  readonly #inputs = new Map<FieldName, HTMLInputElement>();
  readonly #error = createElement("p", { role: "alert" }, { marginTop: "8px", fontWeight: "600" });
  readonly #card = createElement("fieldset");

  constructor(
    private readonly scriptOrigin: string,
    private readonly methodTypes: () => Promise<string[]>,
    private readonly onDestroy: () => void,
  ) {
    for (const { name, label, placeholder, autocomplete } of fields) {
      const style = { display: "block", width: "100%", padding: "8px", border: "1px solid #999" };
      const input = createElement("input", { name, placeholder, autocomplete, inputMode: "numeric" }, style);
      input.addEventListener("input", () => this.#emitChange());
      this.#inputs.set(name, input);
      this.#card.append(labeled(createElement("span", { textContent: label }), input));
    }
  }

  on(event: string, handler: Handler): this {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
    return this;
  }

  off(event: string, handler?: Handler): this {
    const others = (this.#handlers.get(event) ?? []).filter((one) => handler && one !== handler);
    this.#handlers.set(event, others);
    return this;
  }

  mount(target: string | HTMLElement): void {
    const place = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
    if (place === null) throw new Error("The selector you specified applies to no DOM elements.");
    this.#place = place;
    this.#emit("loaderstart");
    this.#draw(place).catch((cause: unknown) => {
      const message = cause instanceof Error ? cause.message : String(cause);
      this.#emit("loaderror", { error: { type: "api_error", message } });
    });
  }

  unmount(): void {
    this.#place?.replaceChildren();
    this.#place = undefined;
  }

  destroy(): void {
    this.unmount();
    this.onDestroy();
  }

  update(): this {
    return this;
  }

  /** The error that prevents submission; the form shows it too. */
  validate(): PaymentError | undefined {
    const error = this.#selected === "card" ? this.#checkCard() : undefined;
    this.#error.textContent = error?.message ?? "";
    return error;
  }

  /** The customer's input as parameters of the confirm call. */
  params(): Record<string, string> {
    const data = { "payment_method_data[type]": this.#selected };
    if (this.#selected !== "card") return data;
    const [month = "", year = ""] = this.#digits("expiry").match(/.{2}/g) ?? [];
    return {
      ...data,
      "payment_method_data[card][number]": this.#digits("number"),
      "payment_method_data[card][exp_month]": month,
      "payment_method_data[card][exp_year]": `20${year}`,
      "payment_method_data[card][cvc]": this.#digits("cvc"),
    };
  }

  async #draw(place: HTMLElement): Promise<void> {
    await openFrame(this.scriptOrigin);
    const types = await this.methodTypes();
    if (this.#place !== place || !place.isConnected) return;
    this.#selected = types[0] ?? "card";
    const choice = createElement("div", { role: "radiogroup", ariaLabel: "Payment method" });
    choice.append(...types.map((type) => this.#option(type)));
    place.replaceChildren(choice, this.#card, this.#error);
    this.#select(this.#selected);
    this.#emit("ready");
  }

  #option(type: string): HTMLElement {
    const properties = { type: "radio", name: "stripe-payment-method", checked: type === this.#selected };
    const radio = createElement("input", properties, { marginRight: "8px" });
    radio.addEventListener("change", () => this.#select(type));
    return labeled(radio, createElement("span", { textContent: methodLabels[type] ?? type }));
  }

  #select(type: string): void {
    this.#selected = type;
    this.#card.hidden = type !== "card";
    this.#error.textContent = "";
    this.#emitChange();
  }

  #emitChange(): void {
    const complete = this.#selected !== "card" || this.#checkCard() === undefined;
    this.#emit("change", { collapsed: false, complete, empty: false, value: { type: this.#selected } });
  }

  #emit(event: string, payload: object = {}): void {
    for (const handler of this.#handlers.get(event) ?? []) handler({ elementType: "payment", ...payload });
  }

  #digits(field: FieldName): string {
    return (this.#inputs.get(field)?.value ?? "").replace(/\D/g, "");
  }

  #checkCard(): PaymentError | undefined {
    const expiry = this.#digits("expiry");
    const end = new Date(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)));
    const checks: [isBad: boolean, code: string, message: string][] = [
      [this.#digits("number").length < 13, "incomplete_number", "Your card number is incomplete."],
      [!passesLuhn(this.#digits("number")), "invalid_number", "Your card number is invalid."],
      [expiry.length < 4, "incomplete_expiry", "Your card's expiration date is incomplete."],
      [end.getTime() < Date.now(), "invalid_expiry_year_past", "Your card's expiration year is in the past."],
      [this.#digits("cvc").length < 3, "incomplete_cvc", "Your card's security code is incomplete."],
    ];
    const [, code, message] = checks.find(([isBad]) => isBad) ?? [];
    return code && message ? { type: "validation_error", code, message } : undefined;
  }
}

function labeled(...children: HTMLElement[]): HTMLElement {
  const label = createElement("label", {}, { display: "block", marginBottom: "8px" });
  label.append(...children);
  return label;
}

/** Stripe's library needs a frame: under a content security policy without it, a page cannot pay. */
function openFrame(origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const frame = createElement("iframe", { hidden: true, title: "Secure payment frame" });
    const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      if (!blockedURI.startsWith(origin)) return;
      const { host } = new URL(origin);
      reject(new Error(`The page's content security policy does not let frames of ${host} in.`));
    };
    document.addEventListener("securitypolicyviolation", onViolation);
    frame.addEventListener("load", () =>
      setTimeout(() => {
        document.removeEventListener("securitypolicyviolation", onViolation);
        frame.remove();
        resolve();
      }),
    );
    frame.src = `${origin}/v3/controller.html`;
    document.body.append(frame);
  });
}

/** The check digit of a card number (Luhn). */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
