import { adminCredits } from "../../../texts/english/admin-credits.ts";
import { localize } from "../../../texts/translation.ts";

export const creditsMessages = localize("adminCredits", adminCredits);
