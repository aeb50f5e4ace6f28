import { accounts } from "../../texts/english/accounts.ts";
import { localize } from "../../texts/translation.ts";

export const accountsMessages = localize("accounts", accounts);
