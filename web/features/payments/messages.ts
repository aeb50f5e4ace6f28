import { payments as en } from "../../texts/english/payments.ts";
import { payments as es } from "../../texts/spanish/payments.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const paymentsMessages = chooseTexts({ en, es });
