import { support } from "../../texts/english/support.ts";
import { localize } from "../../texts/translation.ts";

export const supportMessages = localize("support", support);
