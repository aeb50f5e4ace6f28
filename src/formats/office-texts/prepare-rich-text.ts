import { readFile, writeFile } from "node:fs/promises";
import { changesAccepted } from "../word/change-notes.ts";
import { type FrozenFields, noteFields } from "../word/field-notes.ts";
import { picturesNotLoaded } from "../word/font-notes.ts";
import type { PreparedWord } from "../word/prepare-word-package.ts";
import { freezeRichText } from "./rich-text-fields.ts";

/**
 * Writes a copy of a rich text (RTF) to the new file `output` in which each field is the text that the file stores for
 * it, embedded objects are the pictures that the file stores for them, and tracked changes are accepted. Throws
 * AppError `unsupported` for one that is nested too deeply. Must run in a child process.
 */
export async function prepareRichText(input: string, output: string): Promise<PreparedWord> {
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const source = (await readFile(input)).toString("latin1");
  const { text, hasChanges, hasEquations, refersToPictures } = freezeRichText(source, frozen);
  await writeFile(output, text, "latin1");
  return {
    isPlain: false,
    tracksChanges: false,
    hasEquations,
    notes: [
      ...(hasChanges ? [changesAccepted] : []),
      ...noteFields(frozen),
      ...(refersToPictures ? [picturesNotLoaded] : []),
    ],
  };
}
