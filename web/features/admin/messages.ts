import { admin } from "../../texts/english/admin.ts";
import { localize } from "../../texts/translation.ts";

export const adminMessages = localize("admin", admin);
