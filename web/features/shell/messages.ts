import { shell } from "../../texts/english/shell.ts";
import { localize } from "../../texts/translation.ts";

export const shellMessages = localize("shell", shell);
