import type { ComponentProps, ReactNode } from "react";
import { Field } from "./field.tsx";
import type { FieldsOfForm } from "./text-field.tsx";

type MessageFieldProps = Omit<ComponentProps<"textarea">, "form"> & {
  form: FieldsOfForm;
  name: string;
  label: string;
  hint?: ReactNode;
};

/** Several lines of text in a form, with their label, and their error once there is one. */
export function MessageField({ form, name, label, hint, ...area }: MessageFieldProps) {
  return (
    <Field label={label} hint={hint} error={form.error(name)}>
      {(control) => <textarea {...area} {...control} {...form.field(name)} />}
    </Field>
  );
}
