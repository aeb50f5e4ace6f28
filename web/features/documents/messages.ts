import { documents } from "../../texts/english/documents.ts";
import { inReadersLanguage } from "../../texts/translation.ts";

export const documentsMessages = inReadersLanguage("documents", documents);
