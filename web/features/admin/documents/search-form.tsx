import { Search } from "lucide-react";
import { useState } from "react";
import { type SearchKey, searchKeys } from "../../../../src/features/admin/admin.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { Field } from "../../../components/field.tsx";
import { searchMessages as text } from "../../../texts/admin-documents.ts";
import { SearchInput } from "../search-input.tsx";

type SearchFormProps = {
  by: SearchKey;
  term: string;
  busy: boolean;
  onSearch: (search: { by: SearchKey; term: string }) => void;
};

/** Runs on Enter or the button, and only with search text. */
export function SearchForm({ busy, onSearch, ...first }: SearchFormProps) {
  const [by, setBy] = useState(first.by);
  const [term, setTerm] = useState(first.term);
  const wanted = term.trim();
  return (
    <Card>
      <search>
        <form
          className="grid items-end gap-4 sm:grid-cols-facts-action"
          onSubmit={(event) => {
            event.preventDefault();
            if (wanted !== "") onSearch({ by, term: wanted });
          }}
        >
          <Field label={text.by}>
            {(control) => (
              <select
                {...control}
                value={by}
                onChange={({ target }) => setBy(searchKeys.find((key) => key === target.value) ?? by)}
              >
                {searchKeys.map((key) => (
                  <option key={key} value={key}>
                    {text.keys[key]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <SearchInput label={text.term} hint={text.hint} term={term} onChange={setTerm} />
          <Button type="submit" busy={busy} disabled={wanted === ""}>
            {!busy && <Search className="size-4" aria-hidden="true" />}
            {text.submit}
          </Button>
        </form>
      </search>
    </Card>
  );
}
