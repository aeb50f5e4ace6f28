import { adminUsers } from "../../../texts/english/admin-users.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const usersMessages = inReadersLanguage("adminUsers", adminUsers);
