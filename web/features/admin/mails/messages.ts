import { adminMails } from "../../../texts/english/admin-mails.ts";
import { localize } from "../../../texts/translation.ts";

export const mailsMessages = localize("adminMails", adminMails);
