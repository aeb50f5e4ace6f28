import { admin } from "../../texts/english/admin.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const adminMessages = inReadersLanguage("admin", admin);
