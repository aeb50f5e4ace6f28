import { fileTypes, type OfficeType } from "./file-types.ts";
import { prepareOpenDocument } from "./office-texts/prepare-open-document.ts";
import { preparePlainText } from "./office-texts/prepare-plain-text.ts";
import { prepareRichText } from "./office-texts/prepare-rich-text.ts";
import { prepareBinaryWord } from "./word/prepare-binary-word.ts";
import { type PreparedWord, prepareWordPackage } from "./word/prepare-word-package.ts";

/** Checks a text and writes the copy that LibreOffice opens, by the kind of text. */
export const preparations: Record<OfficeType, (input: string, output: string) => Promise<PreparedWord>> = {
  [fileTypes.docx]: prepareWordPackage,
  [fileTypes.doc]: prepareBinaryWord,
  [fileTypes.odt]: prepareOpenDocument,
  [fileTypes.rtf]: prepareRichText,
  [fileTypes.txt]: preparePlainText,
};
