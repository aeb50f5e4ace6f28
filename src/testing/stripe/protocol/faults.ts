import type Stripe from "stripe";

/** The `error` object of an answer that is not 2xx. */
export type FaultBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Partial<Stripe.PaymentIntent>;
  payment_method?: Stripe.PaymentMethod;
  doc_url?: string;
};

/** A refusal that the client turns into one of its typed errors. What was recorded before it stays recorded. */
export class StripeFault extends Error {
  constructor(
    readonly status: number,
    readonly body: FaultBody,
  ) {
    super(body.message);
  }
}

type InvalidDetails = {
  code?: string;
  param?: string;
  status?: number;
  payment_intent?: Stripe.PaymentIntent;
};

export function invalidRequest(
  message: string,
  { status = 400, ...details }: InvalidDetails = {},
): StripeFault {
  const doc = details.code ? { doc_url: `https://stripe.com/docs/error-codes/${details.code}` } : {};
  return new StripeFault(status, { type: "invalid_request_error", message, ...details, ...doc });
}

/** 404 for an object named in the path; 400 for one named in a parameter. */
export function noSuch(kind: string, id: string, param = "id"): StripeFault {
  const status = param === "id" || param === "intent" ? 404 : 400;
  return invalidRequest(`No such ${kind}: '${id}'`, { code: "resource_missing", param, status });
}
