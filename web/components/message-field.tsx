import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";
import type { FieldsOfForm } from "./text-field.tsx";

type MessageFieldProps<Name extends string> = Omit<ComponentProps<"textarea">, "form" | "name"> & {
  form: FieldsOfForm<Name>;
  name: NoInfer<Name>;
  label: string;
  hint?: ReactNode;
};

/** A labeled multi-line text field of a form, with its error. */
export function MessageField<Name extends string>({
  form,
  name,
  label,
  hint,
  ...area
}: MessageFieldProps<Name>) {
  return (
    <Field label={label} hint={hint} error={form.error(name)}>
      {(control) => <textarea {...area} {...control} {...form.field(name)} />}
    </Field>
  );
}
