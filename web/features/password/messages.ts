import { password } from "../../texts/english/password.ts";
import { localize } from "../../texts/translation.ts";

export const passwordMessages = localize("password", password);
