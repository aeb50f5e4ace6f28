import { accounts } from "../../texts/english/accounts.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const accountsMessages = inReadersLanguage("accounts", accounts);
