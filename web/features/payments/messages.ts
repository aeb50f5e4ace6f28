import { payments } from "../../texts/english/payments.ts";
import { localize } from "../../texts/translation.ts";

export const paymentsMessages = localize("payments", payments);
