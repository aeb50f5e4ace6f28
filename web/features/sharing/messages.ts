import { sharing } from "../../texts/english/sharing.ts";
import { localize } from "../../texts/translation.ts";

export const sharingMessages = localize("sharing", sharing);
