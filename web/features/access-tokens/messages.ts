import { accessTokens as en } from "../../texts/english/access-tokens.ts";
import { accessTokens as es } from "../../texts/spanish/access-tokens.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const accessTokensMessages = chooseTexts({ en, es });
