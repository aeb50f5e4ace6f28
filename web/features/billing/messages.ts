import { billing } from "../../texts/english/billing.ts";
import { localize } from "../../texts/translation.ts";

export const billingMessages = localize("billing", billing);
