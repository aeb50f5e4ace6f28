import { expect, test } from "bun:test";
import { returnedPaymentIn } from "./payment-under-way.ts";

test("a redirect back names its payment and its result", () => {
  const back = "?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=";
  expect(returnedPaymentIn(`${back}succeeded`)).toEqual({ intent: "pi_1", failed: false });
  expect(returnedPaymentIn(`${back}failed`)).toEqual({ intent: "pi_1", failed: true });
  expect(returnedPaymentIn("?ref=ABC")).toBeUndefined();
});
