import { allDocuments } from "../../../texts/english/all-documents.ts";
import { localize } from "../../../texts/translation.ts";

export const allDocumentsMessages = localize("allDocuments", allDocuments);
