import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { adminMessages as text } from "./messages.ts";

type ListFilterProps = {
  label: string;
  term: string;
  onSearch: (term: string) => void;
  /** Further choices beside the search. */
  children?: ReactNode;
};

/** Above a list: searches on Enter or the button; an empty search shows everything again. */
export function ListFilter({ label, term: first, onSearch, children }: ListFilterProps) {
  const [term, setTerm] = useState(first);
  return (
    <search className="mb-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(term.trim());
        }}
      >
        <div className="min-w-0 grow basis-56">
          <Field label={label}>
            {(control) => (
              <input
                {...control}
                type="search"
                value={term}
                maxLength={255}
                autoCapitalize="none"
                spellCheck={false}
                onChange={({ target }) => setTerm(target.value)}
              />
            )}
          </Field>
        </div>
        {children}
        <Button type="submit" variant="secondary">
          <Search className="size-4" aria-hidden="true" />
          {text.search}
        </Button>
      </form>
    </search>
  );
}
