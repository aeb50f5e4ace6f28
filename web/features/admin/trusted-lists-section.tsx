import { BadgeCheck } from "lucide-react";
import type { TrustedListsView } from "../../../src/features/setup/setup.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { formatDay } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import {
  trustedListCommands as commands,
  trustedListMessages as text,
} from "../../texts/admin-trusted-lists.ts";
import { CollapsedSection } from "./collapsed-section.tsx";

/** The trusted lists of states, until when each holds, who may sign them, and the commands that change them. */
export function TrustedListsSection() {
  return (
    <CollapsedSection icon={BadgeCheck} title={text.title} intro={text.intro} className="mt-4">
      {() => <TrustedLists />}
    </CollapsedSection>
  );
}

function TrustedLists() {
  const { data } = trpc.admin.trustedLists.useQuery();
  if (!data) return null;
  const { lists, addresses, signers } = data;
  return (
    <>
      {lists.length === 0 ? <p className="font-semibold">{text.none}</p> : <Lists lists={lists} />}
      {addresses.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">{text.fetched}</h3>
          <ul className="wrap-anywhere" translate="no">
            {addresses.map((address) => (
              <li key={address}>{address}</li>
            ))}
          </ul>
        </>
      )}
      {signers.length > 0 && <Signers signers={signers} />}
      <h3 className="mt-4 font-semibold">{text.commands}</h3>
      <Command about={text.imports}>{commands.import}</Command>
      <Command about={text.removes}>{commands.remove}</Command>
    </>
  );
}

function Lists({ lists }: Pick<TrustedListsView, "lists">) {
  return (
    <ul className="divide-y divide-line">
      {lists.map(({ territory, operator, sequence, issued, nextUpdate, services, state }) => (
        <li key={territory} className="py-3 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold" translate="no">
              {territory}
            </span>
            <Badge tone={state === "current" ? "plain" : "warn"}>{text.states[state]}</Badge>
          </p>
          <p className="text-sm">
            {text.version(sequence, writeDay(issued), operator)} · {text.services(services)}
          </p>
          <p className="text-sm text-muted">
            {nextUpdate === null ? text.last : text.next(writeDay(nextUpdate))}
          </p>
          {state !== "current" && <p className="text-sm font-semibold">{text.warnings[state]}</p>}
        </li>
      ))}
    </ul>
  );
}

function Signers({ signers }: Pick<TrustedListsView, "signers">) {
  return (
    <>
      <h3 className="mt-4 font-semibold">{text.signers}</h3>
      <ul className="divide-y divide-line">
        {signers.map(({ name, territories, until, hasEnded }) => (
          <li key={name + until} className="py-3 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span translate="no">{name}</span>
              {hasEnded && <Badge tone="warn">{text.ended}</Badge>}
            </p>
            <p className="text-sm text-muted">
              {territories.length === 0
                ? text.signsNone(writeDay(until))
                : text.signsFor(territories.join(", "), writeDay(until))}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Command({ about, children }: { about: string; children: string }) {
  return (
    <>
      <p className="mt-2 text-sm">{about}</p>
      <p className="wrap-anywhere" translate="no">
        <code>{children}</code>
      </p>
    </>
  );
}

/** The day in UTC, as the commands write it. */
const writeDay = (time: string) => formatDay(Date.parse(time), "UTC");
