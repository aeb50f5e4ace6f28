import { landing } from "../../texts/english/landing.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const landingMessages = inReadersLanguage("landing", landing);
