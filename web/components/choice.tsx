import { Field } from "./field.tsx";

export type ChoiceProps<Option extends string> = {
  label: string;
  value: Option | undefined;
  /** The label for no choice; omitted if a choice is required. */
  any?: string;
  options: readonly Option[];
  names: Record<Option, string>;
  onChange: (value: string) => void;
};

/** A choice between a few options, each with a label. */
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
          <ChoiceOptions any={any} options={options} names={names} />
        </select>
      )}
    </Field>
  );
}

type ChoiceOptionsProps<Option extends string> = Pick<ChoiceProps<Option>, "options" | "names"> & {
  any: string | undefined;
};

/** What the element that shows a choice contains. */
export function ChoiceOptions<Option extends string>({ any, options, names }: ChoiceOptionsProps<Option>) {
  return (
    <>
      {any !== undefined && <option value="">{any}</option>}
      {options.map((option) => (
        <option key={option} value={option}>
          {names[option]}
        </option>
      ))}
    </>
  );
}
