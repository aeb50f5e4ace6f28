import { shell } from "../../texts/english/shell.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const shellMessages = inReadersLanguage("shell", shell);
