import { Field } from "./field.tsx";

type ChoiceProps<Option extends string> = {
  label: string;
  value: Option | undefined;
  /** The name of no choice; left out where one is always made. */
  any?: string;
  options: readonly Option[];
  names: Record<Option, string>;
  onChange: (value: string) => void;
};

/** One of a few options, each by its name. */
export function Choice<Option extends string>({
  label,
  value,
  any,
  options,
  names,
  onChange,
}: ChoiceProps<Option>) {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} value={value ?? ""} onChange={({ target }) => onChange(target.value)}>
          {any !== undefined && <option value="">{any}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {names[option]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
