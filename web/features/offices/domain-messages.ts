import { officeDomains as en } from "../../texts/english/office-domains.ts";
import { officeDomains as es } from "../../texts/spanish/office-domains.ts";
import { chooseTexts } from "../../texts/translation.ts";

export const domainMessages = chooseTexts({ en, es });
