import { adminMails as en } from "../../../texts/english/admin-mails.ts";
import { adminMails as es } from "../../../texts/spanish/admin-mails.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const mailsMessages = chooseTexts({ en, es });
