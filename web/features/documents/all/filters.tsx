import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { maxQuery } from "../../../../src/features/documents/finding.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Field } from "../../../components/field.tsx";
import { documentsMessages } from "../messages.ts";
import { documentProjectMessages } from "../project/messages.ts";
import {
  type DocumentsAddress,
  isFiltered,
  kinds,
  periods,
  readDocumentsAddress,
  sorts,
  statuses,
} from "./documents-address.ts";
import { allDocumentsMessages } from "./messages.ts";

const text = allDocumentsMessages.filters;

type FiltersProps = {
  address: DocumentsAddress;
  projects: { id: string; name: string }[];
  /** `replace`: without a new entry in the browser's history, as while the user types. */
  onChange: (address: DocumentsAddress, replace?: boolean) => void;
};

/** Search, filters and sort order. Every change goes back to the first page. */
export function Filters({ address, projects, onChange }: FiltersProps) {
  const change = (part: Record<string, string>, replace?: boolean) =>
    onChange(readDocumentsAddress({ ...address, ...part, page: 1 }), replace);
  return (
    <search className="grid gap-4">
      <SearchField query={address.q ?? ""} onChange={(q) => change({ q }, true)} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.75rem),1fr))] gap-x-3 sm:gap-x-4 gap-y-3">
        <Choice
          label={text.status}
          value={address.status}
          any={text.anyStatus}
          options={statuses}
          names={documentsMessages.history.statuses}
          onChange={(status) => change({ status })}
        />
        <Choice
          label={text.kind}
          value={address.kind}
          any={text.anyKind}
          options={kinds}
          names={text.kinds}
          onChange={(kind) => change({ kind })}
        />
        {projects.length > 0 && (
          <Choice
            label={documentProjectMessages.filter.label}
            value={address.project}
            any={documentProjectMessages.filter.any}
            options={projects.map(({ id }) => id)}
            names={Object.fromEntries(projects.map(({ id, name }) => [id, name]))}
            onChange={(project) => change({ project })}
          />
        )}
        <Choice
          label={text.period}
          value={address.period}
          any={text.anyPeriod}
          options={periods}
          names={text.periods}
          onChange={(period) => change({ period })}
        />
        {address.period === "dates" && (
          <>
            <DayField label={text.from} value={address.from} onChange={(from) => change({ from })} />
            <DayField label={text.to} value={address.to} onChange={(to) => change({ to })} />
          </>
        )}
        <Choice
          label={text.sort}
          value={address.sort ?? "newest"}
          options={sorts}
          names={text.sorts}
          onChange={(sort) => change({ sort })}
        />
      </div>
      {isFiltered(address) && (
        <div>
          <Button
            variant="quiet"
            size="small"
            className="-ml-3"
            onClick={() => onChange(address.sort ? { sort: address.sort } : {})}
          >
            {text.reset}
          </Button>
        </div>
      )}
    </search>
  );
}

const typingPauseMs = 250;

/** Searches after a short pause in typing, or immediately on Enter. */
function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const [typed, setTyped] = useState(query);
  const sent = useRef(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed in another way, e.g. through the Back button.
  if (query !== sent.current && query !== typed.trim()) {
    sent.current = query;
    setTyped(query);
  }
  const search = (value: string) => {
    clearTimeout(timer.current);
    sent.current = value.trim();
    onChange(value.trim());
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Field label={allDocumentsMessages.search} hint={allDocumentsMessages.searchHint}>
        {({ className, ...control }) => (
          <div className="relative">
            <Search
              className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
              aria-hidden="true"
            />
            <input
              {...control}
              type="search"
              maxLength={maxQuery}
              autoComplete="off"
              value={typed}
              className={`${className} pl-10`}
              onChange={({ target }) => {
                setTyped(target.value);
                clearTimeout(timer.current);
                timer.current = setTimeout(() => search(target.value), typingPauseMs);
              }}
            />
          </div>
        )}
      </Field>
    </form>
  );
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string) => void };

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
