import { referrals } from "../../texts/english/referrals.ts";
import { localize } from "../../texts/translation.ts";

export const referralsMessages = localize("referrals", referrals);
