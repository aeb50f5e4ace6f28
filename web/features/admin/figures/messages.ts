import { adminFigures as en } from "../../../texts/english/admin-figures.ts";
import { adminFigures as es } from "../../../texts/spanish/admin-figures.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const figuresMessages = chooseTexts({ en, es });
