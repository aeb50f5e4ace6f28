import { passkeys as en } from "../../texts/english/passkeys.ts";
import { passkeys as es } from "../../texts/spanish/passkeys.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const passkeyMessages = chooseTexts({ en, es });
