import { webhooks as en } from "../../texts/english/webhooks.ts";
import { webhooks as es } from "../../texts/spanish/webhooks.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const webhooksMessages = chooseTexts({ en, es });
