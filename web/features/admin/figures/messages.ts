import { adminFigures } from "../../../texts/english/admin-figures.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const figuresMessages = inReadersLanguage("adminFigures", adminFigures);
