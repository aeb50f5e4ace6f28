import type { Message } from "../../errors.ts";

/** Types of fields by what becomes of them. */
export type FrozenFields = {
  /** The types of the fields whose stored text is shown. */
  stored: Set<string>;
  /** The types of the fields that should show something and for which the file stores nothing. */
  missing: Set<string>;
};

const fieldsStored = (fields: Set<string>): Message => ({
  code: "note-word-fields-stored",
  text: "This document has fields; the stamped copy shows the text that the file stores for them, not today's values: {fields}.",
  params: { fields: [...fields].sort().join(", ") },
});
const fieldsMissing = (fields: Set<string>): Message => ({
  code: "note-word-fields-missing",
  text: "The file stores no text for some fields of this document, so the stamped copy does not show them: {fields}.",
  params: { fields: [...fields].sort().join(", ") },
});

/** For files whose fields and tracked changes are out of reach. */
export const fieldsUnknown: Message = {
  code: "note-word-fields-unknown",
  text: "The fields and tracked changes of this Word document could not be read, as in files of Word 95 and older. If it has any, the stamped copy may show new values for fields, such as a date, and deleted text next to the new text.",
};

export function noteFields({ stored, missing }: FrozenFields): Message[] {
  return [
    ...(stored.size > 0 ? [fieldsStored(stored)] : []),
    ...(missing.size > 0 ? [fieldsMissing(missing)] : []),
  ];
}

/** Fields that show a picture from elsewhere; the second one is an older name of the first. */
const pictureFields = ["INCLUDEPICTURE", "IMPORT"];

export const showsPictures = ({ stored, missing }: FrozenFields): boolean =>
  pictureFields.some((type) => stored.has(type) || missing.has(type));
