import { yourAccount } from "../../texts/english/your-account.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const yourAccountMessages = inReadersLanguage("yourAccount", yourAccount);
