import { documentEmail } from "../../../texts/english/document-email.ts";
import { localize } from "../../../texts/translation.ts";

export const emailMessages = localize("documentEmail", documentEmail);
