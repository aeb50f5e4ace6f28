import { sharing as en } from "../../texts/english/sharing.ts";
import { sharing as es } from "../../texts/spanish/sharing.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const sharingMessages = chooseTexts({ en, es });
