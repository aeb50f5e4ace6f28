import { offices as en } from "../../texts/english/offices.ts";
import { offices as es } from "../../texts/spanish/offices.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const officesMessages = chooseTexts({ en, es });
