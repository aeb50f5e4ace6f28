import { creditsPay, paymentsOpen, plans, retentionHours } from "../../environment/server-settings.ts";

const freeDocuments = plans.trial.documentLimit;

const ways = [
  "for one document",
  plans.smallbundle.offered || plans.bundle.offered ? "for a bundle" : "",
  plans.unlimited.offered ? "by the month for as many as you like" : "",
].filter(Boolean);

/** Texts of plans and payments. */
export const billing = {
  page: {
    title: "Plans",
    intro: `Pay ${new Intl.ListFormat("en-US", { type: "disjunction" }).format(ways)}.`,
    loading: "Loading the plans…",
    failed: "Couldn't load your plan.",
    again: "Try again",
    current: "Your plan",
    choose: (name: string) => `Choose ${name}`,
    taxes: "+ applicable taxes",
    perMonth: "/month",
    recommended: "Recommended",
    recommendedFor: "The lowest price per document without a subscription",
    perDocument: (price: string) => `${price} per document`,
    breakEven: (documents: number) => `Costs the least from ${documents} documents a month`,
    free: "Comes with every account",
    comparison: (months: number, plan: string, total: string) =>
      `Compared with ${months} months of ${plan} (${total}). These documents don't expire.`,
    renews: "Renews every month until you cancel",
    createFailed: "Failed to create subscription",
    noPayments:
      "This site doesn't take payments, so you can't buy a plan here. If you need more documents, ask its administrator.",
    noPlan: "none yet",
    ownersPay: (office: string) => `Only an owner of ${office} can choose its plan and pay.`,
    noPaymentsNeeded: "You can stamp as many documents as you like. This site doesn't take payments.",
  },
  banner: {
    label: "Your plan",
    loading: "Loading your plan…",
    trial: "Free trial",
    trialOffer: `${freeDocuments === 1 ? "1 document" : `${freeDocuments} documents`} with an affidavit certificate`,
    trialText: "No credit card needed. The certificate is a PDF that says what was stamped, and when.",
    trialUsedUp: (limit: number) =>
      paymentsOpen
        ? `You've used your ${limit === 1 ? "free document" : `${limit} free documents`} with an affidavit certificate. To stamp more, pay for each document or choose a plan.`
        : `You've used your ${limit === 1 ? "free document" : `${limit} free documents`} with an affidavit certificate. This site doesn't take payments: to stamp more, ask its administrator.`,
    none: "No plan yet",
    noneText: paymentsOpen
      ? "This account has no free documents. To stamp, pay for each document or choose a plan."
      : "This account has no free documents, and this site doesn't take payments. To stamp, ask its administrator.",
    used: (count: number, limit: number) => `${count} of ${limit} documents used`,
    unlimited: (count: number) => (count === 1 ? "1 document stamped" : `${count} documents stamped`),
    endsAt: (date: string) => `Canceled; active until ${date}.`,
    waits: (when: string) =>
      `Many people signed up from your network today, so you can use your free documents starting ${when}`,
    waitsOrConfirm: (when: string) =>
      `Many people signed up from your network today, so you can use your free documents starting ${when}, or as soon as you confirm your email address`,
    credits: (count: number) =>
      creditsPay
        ? `Free credits: ${count} (each can pay for one document)`
        : `Free credits: ${count} (they can't pay for documents on this site)`,
    plans: "See plans",
    incomplete: "Payment incomplete",
    incompleteText: "Your last payment wasn't completed.",
    stampsLeft: (count: number) =>
      count === 1 ? "You can stamp 1 document without it." : `You can stamp ${count} documents without it.`,
    canceled: "Subscription canceled",
    canceledText: "You keep your documents and certificates. Subscribe again for unlimited stamps.",
    fix: "Fix Now",
  },
  cheaper: {
    title: (documents: number) => `For ${documents} documents, a plan costs less:`,
    limit: (documents: number) => `${documents} documents, paid once`,
  },
  terms: {
    today: "Charged today",
    taxes: "Taxes in this amount",
    /** In Stripe's words. */
    taxesNamed: (name: string) => `${name} in this amount`,
    noTaxes: "None",
    next: "Next charge",
    once: "None. You pay once.",
    renews: (price: string, taxed: boolean) =>
      `Then ${price}${taxed ? " plus applicable taxes" : ""} every month until you cancel. You can cancel at any time on the Plans page.`,
  },
  cancel: {
    open: "Cancel subscription",
    title: "Cancel your subscription?",
    text: "It stays active until the end of the period you've paid for. After that, we won't charge you again.",
    keep: "Keep plan",
    confirm: "Cancel plan",
    done: "Subscription canceled",
    failed: "Couldn't cancel the subscription",
  },
  payment: {
    documentTitle: (name: string) => `Pay for “${name}”`,
    documentText: "You pay for one stamp, with its certificate and its public page. It isn't a subscription.",
    documentsTitle: (count: number) =>
      count === 1 ? "Pay for 1 document" : `Pay for all ${count} documents`,
    documentsBought: "Documents",
    documentsText: `You pay for one stamp for each, with its certificate and its public page. We stamp them as soon as your payment arrives, even if you close this page. We keep your uploaded documents for ${retentionHours} hours.`,
    planTitle: (name: string) => `Payment: ${name}`,
    kept: `We keep your uploaded document for ${retentionHours} hours.`,
    provider: "Your card details go only to Stripe. This site never sees them.",
    preparing: "Preparing the payment…",
    loading: "Loading the payment form…",
    pay: (amount: string) => `Pay ${amount}`,
    paying: "Paying…",
    completing: "Checking your payment…",
    close: "Close",
    again: "Try again",
    plans: "See all plans",
    redeem: (count: number) => (count === 1 ? "Use your free credit" : `Use 1 of your ${count} free credits`),
    redeemed: "Free credit used",
    setupFailed: "Payment setup failed",
    completionFailed: "Payment completion failed",
    failed: "Payment failed",
    planFailed: "Payment Failed",
    succeeded: "Payment successful",
    receipt: "Receipt",
    declined:
      "Nothing was charged. Check the card's number, date and security code, or use another card or Cash App Pay. Only your bank knows why it said no: they can tell you, or allow the payment.",
    formFailed: "Couldn't load the payment form. Check your connection and any ad blocker.",
    noneLeft: "No documents left",
    askAdministrator:
      "You've used all the documents in your plan, and this site doesn't take payments. To stamp more, ask its administrator.",
    notThereYet: "We haven't received your payment yet. We'll accept it as soon as it arrives.",
    noAnswer: "We can't reach the server.",
  },
};
