import { type ConfirmCall, confirmPayment, retrievePaymentIntent } from "./confirm-payment.ts";
import { Elements, type ElementsOptions } from "./elements.ts";
import { PublicApi } from "./public-api.ts";

/*
 * A stand-in for the library that Stripe serves at https://js.stripe.com/{release}/stripe.js: the part of it
 * that a Payment Element needs. It defines window.Stripe, as that one does.
 */

type Wrapper = { name: string; version?: string };

/** What the release's loader package expects to find; another name makes it warn. */
const RELEASE = "endive";

function unsupported(name: string) {
  return () => {
    throw new Error(`The stand-in of Stripe's library has no ${name}.`);
  };
}

function Stripe(publishableKey: string) {
  if (typeof publishableKey !== "string" || !publishableKey.startsWith("pk_")) {
    throw new Error(
      "Please call Stripe() with your publishable key. You used an empty string or a secret key.",
    );
  }
  const api = new PublicApi(publishableKey);
  return {
    elements: (options: ElementsOptions = {}) => new Elements(api, options),
    confirmPayment: (call: ConfirmCall) => confirmPayment(api, call),
    retrievePaymentIntent: (clientSecret: string) => retrievePaymentIntent(api, clientSecret),
    createToken: unsupported("createToken"),
    createPaymentMethod: unsupported("createPaymentMethod"),
    confirmCardPayment: unsupported("confirmCardPayment"),
    registerAppInfo: (_wrapper: Wrapper) => {},
    _registerWrapper: (_wrapper: Wrapper) => {},
  };
}

Object.assign(window, { Stripe: Object.assign(Stripe, { version: RELEASE }) });
