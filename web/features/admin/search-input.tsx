import { Field } from "../../components/field.tsx";

type SearchInputProps = { label: string; hint?: string; term: string; onChange: (term: string) => void };

/** A labeled search field for names, addresses and serial numbers, which no browser should correct. */
export function SearchInput({ label, hint, term, onChange }: SearchInputProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          type="search"
          value={term}
          maxLength={255}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
