import { renewals as en } from "../../texts/english/renewals.ts";
import { renewals as es } from "../../texts/spanish/renewals.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const renewalMessages = chooseTexts({ en, es });
