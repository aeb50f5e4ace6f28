import { faq } from "../../texts/english/faq.ts";
import { localize } from "../../texts/translation.ts";

export const faqMessages = localize("faq", faq);
