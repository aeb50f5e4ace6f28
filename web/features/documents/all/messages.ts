import { allDocuments } from "../../../texts/english/all-documents.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const allDocumentsMessages = inReadersLanguage("allDocuments", allDocuments);
