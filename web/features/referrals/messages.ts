import { referrals } from "../../texts/english/referrals.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const referralsMessages = inReadersLanguage("referrals", referrals);
