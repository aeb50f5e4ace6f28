import { emailAddress } from "../../texts/english/email-address.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const emailAddressMessages = inReadersLanguage("emailAddress", emailAddress);
