import { AppError } from "../../errors.ts";
import { withReadAt } from "../../formats/read-at.ts";
import { isOpenDocumentText, isRichText, openDocumentStart } from "../../formats/sniff/sniff-text.ts";
import {
  type CompoundWordVersion,
  identifyCompoundWord,
  isCompoundFile,
} from "../../formats/sniff/sniff-word.ts";
import { conversionMessages } from "./converter.ts";

/** LibreOffice's import filter, always named, so that LibreOffice never guesses another one. */
export type WordFilter =
  | "MS Word 2007 XML"
  | "MS Word 97"
  | "MS Word 95"
  | "MS WinWord 6.0"
  | "writer8"
  | "Rich Text Format";

const compoundFilters: Record<CompoundWordVersion, WordFilter> = {
  "Word 6": "MS WinWord 6.0",
  "Word 95": "MS Word 95",
  "Word 97": "MS Word 97",
};

/**
 * The kind of a Word document, OpenDocument text or rich text, from its content only. Throws AppError `unsupported` for
 * a password-protected one and for anything else.
 */
export async function identifyWordFile(path: string): Promise<WordFilter> {
  return withReadAt(path, async (readAt) => {
    const head = await readAt(0, 8);
    if (isRichText(head)) return "Rich Text Format";
    if (await isOpenDocumentText(await readAt(0, openDocumentStart), path)) return "writer8";
    if (head.toString("latin1", 0, 4) === "PK\u0003\u0004") return "MS Word 2007 XML";
    const version = isCompoundFile(head) ? await identifyCompoundWord(readAt) : undefined;
    if (version !== undefined) return compoundFilters[version];
    throw AppError.from("unsupported", conversionMessages.notConvertible);
  });
}
