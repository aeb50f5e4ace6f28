import { Search } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../components/button.tsx";
import { adminMessages as text } from "../../texts/admin.ts";
import { SearchInput } from "./search-input.tsx";

type ListFilterProps = {
  label: string;
  term: string;
  onSearch: (term: string) => void;
  /** More choices next to the search. */
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
        <div className="min-w-0 grow basis-field">
          <SearchInput label={label} term={term} onChange={setTerm} />
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
