import { landing } from "../../texts/english/landing.ts";
import { localize } from "../../texts/translation.ts";

export const landingMessages = localize("landing", landing);
