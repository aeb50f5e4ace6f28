import { contact } from "../../texts/english/contact.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const contactMessages = inReadersLanguage("contact", contact);
