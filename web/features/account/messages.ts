import { yourAccount as en } from "../../texts/english/your-account.ts";
import { yourAccount as es } from "../../texts/spanish/your-account.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const yourAccountMessages = chooseTexts({ en, es });
