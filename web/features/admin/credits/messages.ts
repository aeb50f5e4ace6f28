import { adminCredits as en } from "../../../texts/english/admin-credits.ts";
import { adminCredits as es } from "../../../texts/spanish/admin-credits.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const creditsMessages = chooseTexts({ en, es });
