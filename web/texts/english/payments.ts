/** Texts of the payments page. */
export const payments = {
  title: "Payments",
  intro: "Everything you've paid for here, with receipts from Stripe.",
  link: "Payments and receipts",
  list: "Your payments",
  columns: { at: "Date", what: "What you bought", amount: "Amount", state: "Status", receipt: "Receipt" },
  loading: "Loading your payments…",
  failed: "Couldn't load your payments.",
  again: "Try again",
  none: "You haven't paid for anything yet.",
  plans: "See plans",
  incomplete:
    "Stripe isn't responding right now, so receipts and some subscription payments are missing here. Please try again later.",
  several: (plan: string, documents: number) => `${plan} (${documents} documents)`,
  withCredit: "Free credit",
  states: { paid: "Paid", refunded: "Refunded", disputed: "Disputed", failed: "Failed" },
  partly: (amount: string) => `${amount} refunded`,
  receipt: "Receipt",
  receiptNamed: (what: string, day: string) => `Receipt for ${what}, ${day} (opens on Stripe)`,
  noReceipt: "None",
  renewal: (day: string, amount: string) => `Renews on ${day} for ${amount}`,
  renewalTaxed: (day: string, amount: string, tax: string) =>
    `Renews on ${day} for ${amount}, including ${tax} in taxes`,
  renewalPlusTaxes: (day: string, amount: string) => `Renews on ${day} for ${amount} plus applicable taxes`,
  pager: {
    label: "Pages of payments",
    previous: "Newer",
    next: "Older",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
};
