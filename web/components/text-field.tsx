import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

/** Attributes for phones and password managers by kind of text. */
const kinds = {
  text: {},
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  number: { type: "number" },
  username: { autoComplete: "username", autoCapitalize: "none", spellCheck: false },
} as const;

/** Connects an input or text area to its value in the form. */
type ControlOfForm = {
  name: string;
  value: string;
  ref: (control: { value: string } | null) => void;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
};

/** The part of a form that its fields need: the value and error of each field by name. */
export type FieldsOfForm<Name extends string> = {
  field: (name: Name) => ControlOfForm;
  error: (name: Name) => string | undefined;
};

type TextFieldProps<Name extends string> = Omit<ComponentProps<"input">, "form" | "type" | "name"> & {
  form: FieldsOfForm<Name>;
  /** One of the form's fields; any other name is a compile error. */
  name: NoInfer<Name>;
  label: string;
  kind?: keyof typeof kinds;
  note?: string;
  hint?: ReactNode;
};

/** A labeled single-line text field of a form, with its error. A `ref` from the caller takes precedence. */
export function TextField<Name extends string>({
  form,
  name,
  label,
  kind = "text",
  note,
  hint,
  ref,
  ...input
}: TextFieldProps<Name>) {
  return (
    <Field label={label} note={note} hint={hint} error={form.error(name)}>
      {(control) => (
        <input {...kinds[kind]} {...input} {...control} {...form.field(name)} {...(ref && { ref })} />
      )}
    </Field>
  );
}
