import { adminUsers as en } from "../../../texts/english/admin-users.ts";
import { adminUsers as es } from "../../../texts/spanish/admin-users.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const usersMessages = chooseTexts({ en, es });
