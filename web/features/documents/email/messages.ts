import { documentEmail } from "../../../texts/english/document-email.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const emailMessages = inReadersLanguage("documentEmail", documentEmail);
