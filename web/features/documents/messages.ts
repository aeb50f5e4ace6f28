import { documents } from "../../texts/english/documents.ts";
import { localize } from "../../texts/translation.ts";

export const documentsMessages = localize("documents", documents);
