import { accessTokens } from "../../texts/english/access-tokens.ts";
import { localize } from "../../texts/translation.ts";

export const accessTokensMessages = localize("accessTokens", accessTokens);
