import { adminDocuments } from "../../../texts/english/admin-documents.ts";
import { inReadersLanguage } from "../../../texts/translation.ts";

export const searchMessages = inReadersLanguage("adminDocuments", adminDocuments);
