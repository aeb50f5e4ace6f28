import { providers as en } from "../../texts/english/providers.ts";
import { providers as es } from "../../texts/spanish/providers.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const providersMessages = chooseTexts({ en, es });
