import { billing } from "../../texts/english/billing.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const billingMessages = inReadersLanguage("billing", billing);
