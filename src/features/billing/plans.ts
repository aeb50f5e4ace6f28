import type { Plan } from "./billing.output.schema.ts";
import type { PlanId } from "./billing.schema.ts";

/** The one table of prices, limits, badges and tax flags: edit it to sell on other terms. */
export const plans: Record<PlanId, Plan> = {
  trial: {
    name: "Free Trial",
    price: 0,
    taxable: false,
    documentLimit: 3,
    features: ["3 documents", "Affidavit certificate included", "No credit card required"],
  },
  payper: {
    name: "Pay Per Document",
    price: 299,
    taxable: false,
    documentLimit: 1,
    features: ["1 document", "Affidavit certificate included", "No subscription"],
  },
  smallbundle: {
    name: "Small Bundle",
    price: 1999,
    taxable: false,
    documentLimit: 10,
    features: ["10 documents", "Affidavit certificates included", "One payment, no subscription"],
  },
  bundle: {
    name: "Bundle",
    price: 5999,
    taxable: false,
    documentLimit: 35,
    badge: "Save $150",
    comparison: { plan: "unlimited", months: 24 },
    features: ["35 documents", "Affidavit certificates included", "One payment, no subscription"],
  },
  unlimited: {
    name: "Unlimited Monthly",
    price: 999,
    taxable: true,
    documentLimit: null,
    features: ["Unlimited documents", "Affidavit certificates included", "Cancel any time"],
  },
};
