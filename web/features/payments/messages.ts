import { payments } from "../../texts/english/payments.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const paymentsMessages = inReadersLanguage("payments", payments);
