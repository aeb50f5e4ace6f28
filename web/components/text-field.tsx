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
export type FieldsOfForm<Name extends string> = {
  field: (name: Name) => ControlOfForm;
  error: (name: Name) => string | undefined;
};

type TextFieldProps<Name extends string> = Omit<ComponentProps<"input">, "form" | "type" | "name"> & {
  form: FieldsOfForm<Name>;
  /** One of the form's fields: another name does not compile. */
  name: NoInfer<Name>;
  label: string;
  kind?: keyof typeof kinds;
  note?: string;
  hint?: ReactNode;
};

/**
 * One line of text in a form, with its label, and its error once there is one. A `ref` of the caller goes before
 * ours.
 */
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
