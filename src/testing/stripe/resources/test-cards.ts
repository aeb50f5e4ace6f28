/** Why a card is refused: what the client, the intent and the charge all say. */
export type Decline = { code: string; decline_code: string; message: string };

export type TestCard = {
  number: string;
  /** Stripe's ready-made payment method ids that stand for this card. */
  tokens: string[];
  brand: "visa" | "mastercard";
  /** What the bank does when this card is charged. */
  onCharge: "succeeds" | "needs authentication" | Decline;
  /** Once the customer has authenticated it, later payments without the customer go through. */
  authenticatesOnce?: true;
  /** The owner disputes every payment right after it succeeded. */
  disputes?: true;
};

const declined = (
  decline_code: string,
  message = "Your card was declined.",
  code = "card_declined",
): Decline => ({
  code,
  decline_code,
  message,
});

/** The refusal of a bank that wants the customer to be present. */
export const AUTHENTICATION_REQUIRED: Decline = declined(
  "authentication_required",
  "Your card was declined. This transaction requires authentication.",
  "authentication_required",
);

const visa = (number: string, tokens: string[], onCharge: TestCard["onCharge"]): TestCard => ({
  number,
  tokens,
  brand: "visa",
  onCharge,
});

const CARDS: TestCard[] = [
  visa("4242424242424242", ["pm_card_visa"], "succeeds"),
  { ...visa("5555555555554444", ["pm_card_mastercard"], "succeeds"), brand: "mastercard" },
  visa(
    "4000000000000002",
    ["pm_card_visa_chargeDeclined", "pm_card_chargeDeclined"],
    declined("generic_decline"),
  ),
  visa(
    "4000000000009995",
    ["pm_card_visa_chargeDeclinedInsufficientFunds", "pm_card_chargeDeclinedInsufficientFunds"],
    declined("insufficient_funds", "Your card has insufficient funds."),
  ),
  visa("4000000000009987", ["pm_card_visa_chargeDeclinedLostCard"], declined("lost_card")),
  visa(
    "4000000000000069",
    ["pm_card_chargeDeclinedExpiredCard"],
    declined("expired_card", "Your card has expired.", "expired_card"),
  ),
  visa(
    "4000000000000127",
    ["pm_card_chargeDeclinedIncorrectCvc"],
    declined("incorrect_cvc", "Your card's security code is incorrect.", "incorrect_cvc"),
  ),
  visa(
    "4000000000000119",
    ["pm_card_chargeDeclinedProcessingError"],
    declined(
      "processing_error",
      "An error occurred while processing your card. Try again in a little bit.",
      "processing_error",
    ),
  ),
  visa("4000000000000341", ["pm_card_chargeCustomerFail"], declined("generic_decline")),
  {
    ...visa("4000002500003155", ["pm_card_authenticationRequiredOnSetup"], "needs authentication"),
    authenticatesOnce: true,
  },
  visa("4000002760003184", ["pm_card_authenticationRequired"], "needs authentication"),
  { ...visa("4000000000000259", ["pm_card_createDispute"], "succeeds"), disputes: true },
];

export function cardByNumber(number: string): TestCard | undefined {
  const digits = number.replace(/\s/g, "");
  return CARDS.find((card) => card.number === digits);
}

export function cardByToken(token: string): TestCard | undefined {
  return CARDS.find((card) => card.tokens.includes(token));
}
