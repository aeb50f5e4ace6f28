import { getRouteApi } from "@tanstack/react-router";
import { useId } from "react";
import type { FiguresView } from "../../../../src/features/admin/admin.output.schema.ts";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Card } from "../../../components/card.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { FailedNotice } from "../../../components/failed-notice.tsx";
import { Notice } from "../../../components/notice.tsx";
import { Option } from "../../../components/option.tsx";
import { formatCount } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { figuresMessages as text } from "../../../texts/admin-figures.ts";
import { figurePeriods, type Measure, measures } from "../admin-address.ts";
import { FiguresChart, FiguresTable } from "./figures-chart.tsx";
import { formatMeasure, sumMeasure } from "./measures.ts";

const route = getRouteApi("/admin");

/** Usage figures: the totals of a period, and one of them over time. Both choices are in the address. */
export function FiguresSection() {
  const { days = 30, figure = "stamps" } = route.useSearch();
  const navigate = route.useNavigate();
  const title = useId();
  const query = trpc.admin.figures.useQuery({ days }, { placeholderData: (previous) => previous });
  const change = (choice: { days?: typeof days; figure?: Measure }) =>
    void navigate({
      search: (address) => ({ ...address, ...choice }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Card aria-labelledby={title} className="mb-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={title} className="text-heading">
          {text.title}
        </h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset with a legend does not fit into this line */}
        <div role="group" aria-label={text.period} className="flex gap-2">
          {figurePeriods.map((period) => (
            <Option key={period} isChosen={period === days} onClick={() => change({ days: period })}>
              {text.days(period)}
            </Option>
          ))}
        </div>
      </div>
      {query.isError ? (
        <FailedNotice again={adminMessages.again} onRetry={() => void query.refetch()}>
          {adminMessages.failed}
        </FailedNotice>
      ) : query.data ? (
        <Figures figures={query.data} shown={figure} onShow={(measure) => change({ figure: measure })} />
      ) : (
        <p role="status" className="min-h-panel py-8 text-center text-muted">
          {adminMessages.loading}
        </p>
      )}
    </Card>
  );
}

type FiguresProps = { figures: FiguresView; shown: Measure; onShow: (measure: Measure) => void };

function Figures({ figures, shown, onShow }: FiguresProps) {
  const { daily } = figures;
  const notes: Partial<Record<Measure, string>> = {
    newUsers: text.users(formatCount(figures.users)),
    revenue: text.firstPayments,
    mails: figures.failedMails > 0 ? text.failedMails(figures.failedMails) : text.month,
  };
  return (
    <>
      {!figures.isLogUsable && (
        <div className="mb-4">
          <Notice tone="bad">{text.logUnusable}</Notice>
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that are pressed, not form fields */}
      <div
        role="group"
        aria-label={text.choose}
        className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-7"
      >
        {measures.map((measure) => (
          <Option
            key={measure}
            isChosen={measure === shown}
            onClick={() => onShow(measure)}
            className="grid content-start py-2 text-left"
          >
            <Figure
              name={text.measures[measure]}
              value={formatMeasure(measure, sumMeasure(measure, daily))}
              note={notes[measure]}
            />
          </Option>
        ))}
        <div className="grid content-start px-3 py-2">
          <Figure name={text.openTickets} value={formatCount(figures.openTickets)} note={undefined} />
        </div>
        <div className="grid content-start px-3 py-2">
          <Figure name={text.storage} value={writeSize(figures.storedBytes)} note={text.storageNote} />
        </div>
      </div>
      <FiguresChart measure={shown} daily={daily} />
      <details className="mt-3">
        <summary className="inline-flex min-h-8 items-center gap-2 rounded-lg font-semibold text-brand">
          {text.table}
          <DisclosureMark />
        </summary>
        <FiguresTable daily={daily} />
      </details>
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string | undefined }) {
  return (
    <>
      <span className="text-sm font-normal text-muted">{name}</span>{" "}
      <span className="text-heading font-semibold tabular-nums">{value}</span>{" "}
      {note !== undefined && <span className="text-sm font-normal text-muted">{note}</span>}
    </>
  );
}
