import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { maxQuery } from "../../../../src/features/documents/finding.schema.ts";
import { Button } from "../../../components/button.tsx";
import { ChoiceOptions, type ChoiceProps } from "../../../components/choice.tsx";
import { inputLook } from "../../../components/field.tsx";
import { classes } from "../../../lib/classes.ts";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import {
  type DocumentsAddress,
  kinds,
  periods,
  readDocumentsAddress,
  sorts,
  statuses,
} from "./documents-address.ts";

const text = allDocumentsMessages.filters;

type FiltersProps = {
  address: DocumentsAddress;
  projects: { id: string; name: string }[];
  /** `replace`: without a new entry in the browser's history, as while the user types. */
  onChange: (address: DocumentsAddress, replace?: boolean) => void;
};

/**
 * Search, filters and sort order in one line; in narrow windows a button opens the filters. Every change goes back to
 * the first page.
 */
export function Filters({ address, projects, onChange }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const filters = useId();
  const change = (part: Record<string, string>, replace?: boolean) =>
    onChange(readDocumentsAddress({ ...address, ...part, page: 1 }), replace);
  const { status, kind, project, period } = address;
  const chosen = [status, kind, project, period].filter((one) => one !== undefined).length;
  return (
    <search className="flex flex-wrap gap-2">
      <SearchField query={address.q ?? ""} onChange={(q) => change({ q }, true)} />
      <Button
        variant="secondary"
        className="lg:hidden"
        aria-expanded={isOpen}
        aria-controls={filters}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {text.more(chosen)}
      </Button>
      <div
        id={filters}
        className={classes("grid-cols-fields gap-2 max-lg:w-full lg:flex", isOpen ? "grid" : "hidden")}
      >
        <Filter
          label={text.status}
          value={status}
          any={text.anyStatus}
          options={statuses}
          names={documentsMessages.history.statuses}
          onChange={(value) => change({ status: value })}
        />
        <Filter
          label={text.kind}
          value={kind}
          any={text.anyKind}
          options={kinds}
          names={text.kinds}
          onChange={(value) => change({ kind: value })}
        />
        {projects.length > 0 && (
          <Filter
            label={documentProjectMessages.filter.label}
            value={project}
            any={documentProjectMessages.filter.any}
            options={projects.map(({ id }) => id)}
            names={Object.fromEntries(projects.map(({ id, name }) => [id, name]))}
            onChange={(value) => change({ project: value })}
          />
        )}
        <Filter
          label={text.period}
          value={period}
          any={text.anyPeriod}
          options={periods}
          names={text.periods}
          onChange={(value) => change({ period: value })}
        />
        <Filter
          label={text.sort}
          value={address.sort ?? "newest"}
          options={sorts}
          names={text.sorts}
          onChange={(value) => change({ sort: value })}
        />
      </div>
      {period === "dates" && (
        <div className="flex w-full flex-wrap gap-x-4 gap-y-2">
          <DayField label={text.from} value={address.from} onChange={(from) => change({ from })} />
          <DayField label={text.to} value={address.to} onChange={(to) => change({ to })} />
        </div>
      )}
    </search>
  );
}

/** A choice whose options say what it is about; a filter that is in use stands out. */
function Filter<Option extends string>({ label, value, any, options, names, onChange }: ChoiceProps<Option>) {
  return (
    <select
      aria-label={label}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value)}
      className={classes(
        inputLook,
        "lg:w-auto lg:max-w-field",
        any !== undefined && value !== undefined && "border-brand font-semibold",
      )}
    >
      <ChoiceOptions any={any} options={options} names={names} />
    </select>
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
      className="relative min-w-field grow basis-0"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Search
        className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        type="search"
        aria-label={allDocumentsMessages.search}
        placeholder={allDocumentsMessages.searchHint}
        maxLength={maxQuery}
        autoComplete="off"
        value={typed}
        className={classes(inputLook, "pl-12 text-ellipsis")}
        onChange={({ target }) => {
          setTyped(target.value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(target.value), typingPauseMs);
        }}
      />
    </form>
  );
}

type DayFieldProps = { label: string; value: string | undefined; onChange: (day: string) => void };

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <label className="flex items-center gap-2">
      {label}
      <input
        type="date"
        value={value ?? ""}
        className={inputLook}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}
