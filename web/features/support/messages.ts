import { support } from "../../texts/english/support.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const supportMessages = inReadersLanguage("support", support);
