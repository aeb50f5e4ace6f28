import { verification } from "../../texts/english/verification.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const verificationMessages = inReadersLanguage("verification", verification);
