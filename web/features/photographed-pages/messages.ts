import { photographedPages as en } from "../../texts/english/photographed-pages.ts";
import { photographedPages as es } from "../../texts/spanish/photographed-pages.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const photographedPagesMessages = chooseTexts({ en, es });
