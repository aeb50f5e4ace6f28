import { translate } from "../../texts/translation.ts";
import type { DocumentView } from "./document.ts";

export type DocumentError = Pick<DocumentView, "errorMessage" | "errorCode" | "errorParams">;

/** Why the document could not be stamped, in the user's language; undefined if the server gave no reason. */
export function translateDocumentError({
  errorMessage,
  errorCode,
  errorParams,
}: DocumentError): string | undefined {
  if (errorMessage === null) return undefined;
  return translate({ message: errorMessage, code: errorCode, params: errorParams });
}
