import { contact } from "../../texts/english/contact.ts";
import { localize } from "../../texts/translation.ts";

export const contactMessages = localize("contact", contact);
