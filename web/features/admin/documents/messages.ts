import { adminDocuments } from "../../../texts/english/admin-documents.ts";
import { localize } from "../../../texts/translation.ts";

export const searchMessages = localize("adminDocuments", adminDocuments);
