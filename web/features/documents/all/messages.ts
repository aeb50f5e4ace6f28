import { allDocuments as en } from "../../../texts/english/all-documents.ts";
import { allDocuments as es } from "../../../texts/spanish/all-documents.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const allDocumentsMessages = chooseTexts({ en, es });
