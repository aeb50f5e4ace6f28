import type { TimestampConfig } from "../../../src/features/documents/documents.schema.ts";
import { browserStorage } from "../../lib/storage.ts";

/** What goes on when a payment that left the page for the phone or the bank comes back. */
export type PaymentUnderWay = { documentId: string; config: TimestampConfig };

const keyOf = (intent: string) => `payment:${intent}`;

/** A client secret begins with the id of its payment. */
const intentIn = (clientSecret: string) => clientSecret.replace(/_secret_.*$/, "");

/**
 * Kept over the way out: in the browser's storage, since a phone may come back in another tab. Where storage is
 * forbidden the document waits in the list with its payment noticed.
 */
export function rememberPayment(clientSecret: string, payment: PaymentUnderWay): void {
  browserStorage.write(keyOf(intentIn(clientSecret)), JSON.stringify(payment));
}

export function forgetPayment(clientSecret: string): void {
  takePayment(intentIn(clientSecret));
}

/** What was remembered of this payment, once. */
export function takePayment(intent: string): PaymentUnderWay | undefined {
  try {
    const stored = browserStorage.read(keyOf(intent));
    browserStorage.remove(keyOf(intent));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

type ReturnedPayment = { intent: string; failed: boolean };

/** The payment that Stripe's redirect names in the page's address. */
export function returnedPaymentIn(search: string): ReturnedPayment | undefined {
  const query = new URLSearchParams(search);
  const intent = query.get("payment_intent");
  return intent === null ? undefined : { intent, failed: query.get("redirect_status") === "failed" };
}
