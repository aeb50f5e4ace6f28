import type { TimestampConfig } from "../../../db/columns/documents.ts";
import { browserStorage } from "../../environment/storage.ts";

/** A payment that left the page for the phone or the bank, to be continued on return. */
export type PaymentUnderWay = { documentId: string; config: TimestampConfig };

const storageKey = (intent: string) => `payment:${intent}`;

/** A client secret begins with the ID of its payment. */
const intentIn = (clientSecret: string) => clientSecret.replace(/_secret_.*$/, "");

/**
 * Stored in the browser, since a phone may return in another tab. If storage is not allowed, the document waits in the
 * list, and the server notices its payment.
 */
export function rememberPayment(clientSecret: string, payment: PaymentUnderWay): void {
  browserStorage.write(storageKey(intentIn(clientSecret)), JSON.stringify(payment));
}

export function deleteStoredPayment(clientSecret: string): void {
  takePayment(intentIn(clientSecret));
}

/** Returns what was stored about this payment, once. */
export function takePayment(intent: string): PaymentUnderWay | undefined {
  try {
    const stored = browserStorage.read(storageKey(intent));
    browserStorage.remove(storageKey(intent));
    return stored === null ? undefined : JSON.parse(stored);
  } catch {
    return undefined;
  }
}

type ReturnedPayment = { intent: string; failed: boolean };

/** The payment in the address after Stripe's redirect. */
export function returnedPaymentIn(search: string): ReturnedPayment | undefined {
  const query = new URLSearchParams(search);
  const intent = query.get("payment_intent");
  return intent === null ? undefined : { intent, failed: query.get("redirect_status") === "failed" };
}
