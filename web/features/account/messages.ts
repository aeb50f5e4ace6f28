import { yourAccount } from "../../texts/english/your-account.ts";
import { localize } from "../../texts/translation.ts";

export const yourAccountMessages = localize("yourAccount", yourAccount);
