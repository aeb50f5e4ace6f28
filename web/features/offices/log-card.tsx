import { keepPreviousData } from "@tanstack/react-query";
import { FileDown, Search } from "lucide-react";
import { useState } from "react";
import { officeActions } from "../../../db/columns/offices.ts";
import type { OfficeLogEntry, OfficeView } from "../../../src/features/offices/offices.output.schema.ts";
import { maxLogSearch } from "../../../src/features/offices/offices.schema.ts";
import { Button, buttonClasses } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Choice } from "../../components/choice.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { Field } from "../../components/field.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages } from "../../texts/offices.ts";
import { useDownload } from "../documents/use-download.ts";
import { listLogFacts } from "./log-facts.ts";

const text = officesMessages.log;
const atOnce = 50;

/** Only what is chosen: an empty filter is everything. */
type LogFilter = { search?: string; member?: string; action?: (typeof officeActions)[number] };

/** What happened in the office, with search and export; for owners. */
export function LogCard({ members }: Pick<OfficeView, "members">) {
  const [filter, setFilter] = useState<LogFilter>({});
  const log = trpc.offices.log.useInfiniteQuery(
    { ...filter, limit: atOnce },
    {
      getNextPageParam: (page) => (page.length < atOnce ? undefined : page.at(-1)?.id),
      placeholderData: keepPreviousData,
    },
  );
  const entries = log.data?.pages.flat();
  return (
    <Card aria-labelledby="log-title" aria-busy={log.isPlaceholderData}>
      <h2 id="log-title" className="text-heading">
        {text.title}
      </h2>
      <LogSearch filter={filter} members={members} onChange={setFilter} />
      {log.isPending && (
        <p role="status" className="mt-3 text-muted">
          {officesMessages.loading}
        </p>
      )}
      {log.isError && !entries && (
        <FailedNotice again={officesMessages.again} onRetry={() => log.refetch()}>
          {officesMessages.failedToLoad}
        </FailedNotice>
      )}
      {entries?.length === 0 && (
        <p role="status" className="mt-3 text-muted">
          {text.none}
        </p>
      )}
      <ol className="mt-3 divide-y divide-line">
        {entries?.map((entry) => (
          <LogEntry key={entry.id} {...entry} />
        ))}
      </ol>
      {log.isFetchNextPageError && (
        <p role="alert" className="mt-3">
          {text.moreFailed}
        </p>
      )}
      {log.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-2"
          busy={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          {text.more}
        </Button>
      )}
      <LogExport filter={filter} />
    </Card>
  );
}

type LogSearchProps = Pick<OfficeView, "members"> & {
  filter: LogFilter;
  onChange: (filter: LogFilter) => void;
};

/** Words are searched on Enter or the button, choices at once. */
function LogSearch({ filter, members, onChange }: LogSearchProps) {
  const [words, setWords] = useState("");
  const change = ({ search, member, action }: { [Part in keyof LogFilter]?: string }) => {
    const known = officeActions.find((each) => each === action);
    onChange({ ...(search && { search }), ...(member && { member }), ...(known && { action: known }) });
  };
  return (
    <search>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          change({ ...filter, search: words.trim() });
        }}
      >
        <div className="min-w-0 grow basis-field">
          <Field label={text.words}>
            {(control) => (
              <input
                {...control}
                type="search"
                value={words}
                maxLength={maxLogSearch}
                autoCapitalize="none"
                spellCheck={false}
                onChange={({ target }) => setWords(target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary">
          <Search className="size-4" aria-hidden="true" />
          {text.search}
        </Button>
        <div className="grid w-full gap-3 sm:grid-cols-2">
          <Choice
            label={text.member}
            value={filter.member}
            any={text.anyMember}
            options={members.map(({ username }) => username)}
            names={Object.fromEntries(
              members.map(({ username, name }) => [username, `${name} (${username})`]),
            )}
            onChange={(member) => change({ ...filter, member })}
          />
          <Choice
            label={text.action}
            value={filter.action}
            any={text.anyAction}
            options={officeActions}
            names={text.actions}
            onChange={(action) => change({ ...filter, action })}
          />
        </div>
      </form>
    </search>
  );
}

function LogEntry(entry: OfficeLogEntry) {
  const { at, actor, action, detail } = entry;
  return (
    <li className="py-3 wrap-anywhere">
      <p>
        <span className="font-semibold">{nameActor(actor, detail.by)}</span> {text.actions[action]}
      </p>
      <p className="text-sm text-muted">
        {[formatWithZone(Date.parse(at)), ...listLogFacts(entry)].join(" · ")}
      </p>
    </li>
  );
}

function nameActor(actor: string | null, by: string | undefined): string {
  if (by === "operator") return text.operator;
  return by === "server" ? text.server : (actor ?? text.deleted);
}

/** Saves all that the filter finds, not only what is shown. */
function LogExport({ filter }: { filter: LogFilter }) {
  const download = useDownload();
  const query = new URLSearchParams(filter);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {(["csv", "json"] as const).map((format) => (
        <a
          key={format}
          href={`/api/office/log.${format}?${query}`}
          download
          onClick={download}
          className={buttonClasses({ variant: "secondary", size: "small" })}
        >
          <FileDown className="size-4" aria-hidden="true" />
          {text[format]}
        </a>
      ))}
    </div>
  );
}
