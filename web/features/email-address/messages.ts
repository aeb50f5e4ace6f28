import { emailAddress } from "../../texts/english/email-address.ts";
import { localize } from "../../texts/translation.ts";

export const emailAddressMessages = localize("emailAddress", emailAddress);
