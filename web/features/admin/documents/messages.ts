import { adminDocuments as en } from "../../../texts/english/admin-documents.ts";
import { adminDocuments as es } from "../../../texts/spanish/admin-documents.ts";
import { chooseTexts } from "../../../texts/translation.ts";

export const searchMessages = chooseTexts({ en, es });
