import type { PaymentError } from "./public-api.ts";

export type Change = { collapsed: boolean; complete: boolean; empty: boolean; value: { type: string } };

type Field = "number" | "expiry" | "cvc";

const FIELDS: {
  name: Field;
  label: string;
  placeholder: string;
  autocomplete: "cc-number" | "cc-exp" | "cc-csc";
}[] = [
  { name: "number", label: "Card number", placeholder: "1234 1234 1234 1234", autocomplete: "cc-number" },
  { name: "expiry", label: "Expiration date", placeholder: "MM / YY", autocomplete: "cc-exp" },
  { name: "cvc", label: "Security code", placeholder: "CVC", autocomplete: "cc-csc" },
];

const METHOD_LABELS: Record<string, string> = { card: "Card", cashapp: "Cash App Pay" };

/** The small form inside a Payment Element: the choice of method and the card's fields, labelled as Stripe's are. */
export class PaymentForm {
  readonly root = document.createElement("div");
  selected = "card";
  private readonly inputs = new Map<Field, HTMLInputElement>();
  private readonly fault = document.createElement("p");
  private readonly card = document.createElement("fieldset");

  constructor(
    types: string[],
    private readonly onChange: (change: Change) => void,
  ) {
    this.selected = types[0] ?? "card";
    this.fault.setAttribute("role", "alert");
    Object.assign(this.fault.style, { marginTop: "8px", fontWeight: "600" });
    this.card.append(...FIELDS.map((field) => this.field(field)));
    this.root.append(this.choice(types), this.card, this.fault);
    this.show();
  }

  focus(): void {
    this.inputs.get("number")?.focus();
  }

  clear(): void {
    for (const input of this.inputs.values()) input.value = "";
  }

  validate(): PaymentError | undefined {
    const error = this.selected === "card" ? this.cardFault() : undefined;
    this.fault.textContent = error?.message ?? "";
    return error;
  }

  params(): Record<string, string> {
    const data = { "payment_method_data[type]": this.selected };
    if (this.selected !== "card") return data;
    const [month = "", year = ""] = this.digits("expiry").match(/.{2}/g) ?? [];
    return {
      ...data,
      "payment_method_data[card][number]": this.digits("number"),
      "payment_method_data[card][exp_month]": month,
      "payment_method_data[card][exp_year]": `20${year}`,
      "payment_method_data[card][cvc]": this.digits("cvc"),
    };
  }

  private cardFault(): PaymentError | undefined {
    const incomplete = (code: string, message: string) => ({ type: "validation_error", code, message });
    const number = this.digits("number");
    if (number.length < 13) return incomplete("incomplete_number", "Your card number is incomplete.");
    if (!passesLuhn(number)) return incomplete("invalid_number", "Your card number is invalid.");
    if (this.digits("expiry").length < 4)
      return incomplete("incomplete_expiry", "Your card's expiration date is incomplete.");
    if (isPast(this.digits("expiry"))) {
      return incomplete("invalid_expiry_year_past", "Your card's expiration year is in the past.");
    }
    if (this.digits("cvc").length < 3)
      return incomplete("incomplete_cvc", "Your card's security code is incomplete.");
    return undefined;
  }

  private digits(field: Field): string {
    return (this.inputs.get(field)?.value ?? "").replace(/\D/g, "");
  }

  private choice(types: string[]): HTMLElement {
    const group = document.createElement("div");
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", "Payment method");
    group.append(...types.map((type) => this.option(type)));
    return group;
  }

  private option(type: string): HTMLElement {
    const radio = document.createElement("input");
    radio.type = "radio";
    radio.name = "stripe-payment-method";
    radio.checked = type === this.selected;
    radio.addEventListener("change", () => {
      this.selected = type;
      this.show();
    });
    return labelled(METHOD_LABELS[type] ?? type, radio);
  }

  private field({ name, label, placeholder, autocomplete }: (typeof FIELDS)[number]): HTMLElement {
    const input = document.createElement("input");
    Object.assign(input, { name, placeholder, autocomplete, inputMode: "numeric" });
    input.addEventListener("input", () => this.changed());
    this.inputs.set(name, input);
    return labelled(label, input);
  }

  private show(): void {
    this.card.hidden = this.selected !== "card";
    this.fault.textContent = "";
    this.changed();
  }

  private changed(): void {
    const empty = this.selected === "card" && [...this.inputs.values()].every((input) => input.value === "");
    const complete = this.selected !== "card" || this.cardFault() === undefined;
    this.onChange({ collapsed: false, complete, empty, value: { type: this.selected } });
  }
}

function labelled(text: string, input: HTMLInputElement): HTMLElement {
  const label = document.createElement("label");
  const caption = document.createElement("span");
  caption.textContent = text;
  Object.assign(label.style, { display: "block", marginBottom: "8px" });
  if (input.type === "radio") {
    label.append(input, caption);
    input.style.marginRight = "8px";
  } else {
    label.append(caption, input);
    Object.assign(input.style, { display: "block", width: "100%", padding: "8px", border: "1px solid #999" });
  }
  return label;
}

function isPast(expiry: string): boolean {
  const end = new Date(2000 + Number(expiry.slice(2)), Number(expiry.slice(0, 2)));
  return end.getTime() < Date.now();
}

/** The check digit that every card number carries. */
function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
