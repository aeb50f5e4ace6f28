import { adminFigures } from "../../../texts/english/admin-figures.ts";
import { localize } from "../../../texts/translation.ts";

export const figuresMessages = localize("adminFigures", adminFigures);
