import { webhooks } from "../../texts/english/webhooks.ts";
import { localize } from "../../texts/translation.ts";

export const webhooksMessages = localize("webhooks", webhooks);
