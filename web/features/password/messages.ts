import { password } from "../../texts/english/password.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const passwordMessages = inReadersLanguage("password", password);
