import type { PlanId } from "../../../db/columns/billing.ts";
import type { Message } from "../../errors.ts";
import type { Plan } from "./billing.output.schema.ts";

/** A plan before its texts are completed; translations are looked up by their codes. */
type Terms = Omit<Plan, "name" | "badge" | "features" | "codes" | "offered" | "perMember"> & {
  name: Message;
  badge?: Message;
  features: Message[];
};

function sell({ name, badge, features, ...terms }: Terms): Plan {
  return {
    ...terms,
    offered: true,
    perMember: false,
    name: name.text,
    ...(badge && { badge: badge.text }),
    features: features.map(({ text }) => text),
    codes: {
      name: name.code,
      ...(badge && { badge: badge.code }),
      features: features.map(({ code }) => code),
    },
  };
}

const certificate: Message = { code: "plan-feature-certificate", text: "Affidavit certificate included" };
const certificates: Message = { code: "plan-feature-certificates", text: "Affidavit certificates included" };
const onePayment: Message = { code: "plan-feature-one-payment", text: "One payment, no subscription" };

export type Plans = Readonly<Record<PlanId, Plan>>;

/** The one table of prices, limits, badges and tax flags. An operator changes it in site.json (plan-changes.ts). */
export const plans: Plans = {
  trial: sell({
    name: { code: "plan-trial", text: "Free Trial" },
    price: 0,
    taxable: false,
    documentLimit: 3,
    features: [
      { code: "plan-feature-3-documents", text: "3 documents" },
      certificate,
      { code: "plan-feature-no-card", text: "No credit card required" },
    ],
  }),
  payper: sell({
    name: { code: "plan-payper", text: "Pay Per Document" },
    price: 299,
    taxable: false,
    documentLimit: 1,
    features: [
      { code: "plan-feature-1-document", text: "1 document" },
      certificate,
      { code: "plan-feature-no-subscription", text: "No subscription" },
    ],
  }),
  smallbundle: sell({
    name: { code: "plan-smallbundle", text: "Small Bundle" },
    price: 1999,
    taxable: false,
    documentLimit: 10,
    features: [{ code: "plan-feature-10-documents", text: "10 documents" }, certificates, onePayment],
  }),
  bundle: sell({
    name: { code: "plan-bundle", text: "Bundle" },
    price: 5999,
    taxable: false,
    documentLimit: 35,
    badge: { code: "plan-badge-bundle", text: "Save $150" },
    comparison: { plan: "unlimited", months: 24 },
    features: [{ code: "plan-feature-35-documents", text: "35 documents" }, certificates, onePayment],
  }),
  unlimited: sell({
    name: { code: "plan-unlimited", text: "Unlimited Monthly" },
    price: 999,
    taxable: true,
    documentLimit: null,
    features: [
      { code: "plan-feature-unlimited", text: "Unlimited documents" },
      certificates,
      { code: "plan-feature-cancel", text: "Cancel any time" },
    ],
  }),
};
