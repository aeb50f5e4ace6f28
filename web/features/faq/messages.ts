import { faq } from "../../texts/english/faq.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const faqMessages = inReadersLanguage("faq", faq);
