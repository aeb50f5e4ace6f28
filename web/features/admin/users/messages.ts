import { adminUsers } from "../../../texts/english/admin-users.ts";
import { localize } from "../../../texts/translation.ts";

export const usersMessages = localize("adminUsers", adminUsers);
