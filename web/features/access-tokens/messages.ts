import { accessTokens } from "../../texts/english/access-tokens.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const accessTokensMessages = inReadersLanguage("accessTokens", accessTokens);
