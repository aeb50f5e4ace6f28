import { webhooks } from "../../texts/english/webhooks.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const webhooksMessages = inReadersLanguage("webhooks", webhooks);
