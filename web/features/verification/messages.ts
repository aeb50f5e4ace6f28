import { verification } from "../../texts/english/verification.ts";
import { localize } from "../../texts/translation.ts";

export const verificationMessages = localize("verification", verification);
