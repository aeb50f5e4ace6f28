import { adminCredits } from "../../../texts/english/admin-credits.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const creditsMessages = inReadersLanguage("adminCredits", adminCredits);
