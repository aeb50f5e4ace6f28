import { notices as en } from "../../texts/english/notices.ts";
import { notices as es } from "../../texts/spanish/notices.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const noticesMessages = chooseTexts({ en, es });
