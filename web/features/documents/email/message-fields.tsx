import { maxMailNote } from "../../../../src/features/documents/email.schema.ts";
import { Field } from "../../../components/field.tsx";
import { LanguageOptions } from "../../../components/language-options.tsx";
import { type FieldsOfForm, TextField } from "../../../components/text-field.tsx";

type MessageFieldsProps = {
  form: FieldsOfForm<"note" | "language">;
  texts: { note: string; noteHint: string; language: string };
  /** Shown next to the label of the note. */
  optional: string;
};

/** The sender's note in an email to someone else, and the language of that email. */
export function MessageFields({ form, texts, optional }: MessageFieldsProps) {
  return (
    <>
      <TextField
        form={form}
        name="note"
        label={texts.note}
        note={optional}
        hint={texts.noteHint}
        maxLength={maxMailNote}
        autoComplete="off"
      />
      <Field label={texts.language}>
        {(control) => (
          <select {...control} {...form.field("language")}>
            <LanguageOptions />
          </select>
        )}
      </Field>
    </>
  );
}
