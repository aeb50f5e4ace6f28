import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";

/** What phones and password managers are told about a kind of text. */
const kinds = {
  text: {},
  email: { type: "email", inputMode: "email", autoComplete: "email" },
  number: { type: "number" },
  username: { autoComplete: "username", autoCapitalize: "none", spellCheck: false },
} as const;

/** What ties an input, or an area of several lines, to its value in the form. */
type ControlOfForm = {
  name: string;
  value: string;
  ref: (control: { value: string } | null) => void;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
};

/** The part of a form that its fields need: the value of each by its name, and what is wrong with it. */
export type FieldsOfForm = {
  field: (name: string) => ControlOfForm;
  error: (name: string) => string | undefined;
};

type TextFieldProps = Omit<ComponentProps<"input">, "form" | "type"> & {
  form: FieldsOfForm;
  name: string;
  label: string;
  kind?: keyof typeof kinds;
  note?: string;
  hint?: ReactNode;
};

/**
 * One line of text in a form, with its label, and its error once there is one. A `ref` of the caller goes before
 * ours.
 */
export function TextField({ form, name, label, kind = "text", note, hint, ref, ...input }: TextFieldProps) {
  return (
    <Field label={label} note={note} hint={hint} error={form.error(name)}>
      {(control) => (
        <input {...kinds[kind]} {...input} {...control} {...form.field(name)} {...(ref && { ref })} />
      )}
    </Field>
  );
}
