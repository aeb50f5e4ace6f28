import { secondFactor as en } from "../../texts/english/second-factor.ts";
import { secondFactor as es } from "../../texts/spanish/second-factor.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const secondFactorMessages = chooseTexts({ en, es });
