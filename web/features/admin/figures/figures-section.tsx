import { getRouteApi } from "@tanstack/react-router";
import { useId } from "react";
import type { FiguresView } from "../../../../src/features/admin/admin.output.schema.ts";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { BareButton } from "../../../components/bare-button.tsx";
import { Card } from "../../../components/card.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { FailedNotice } from "../../../components/failed-notice.tsx";
import { Notice } from "../../../components/notice.tsx";
import { classes } from "../../../lib/classes.ts";
import { formatCount } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { figurePeriods, type Measure, measures } from "../admin-address.ts";
import { adminMessages } from "../messages.ts";
import { FiguresChart, FiguresTable } from "./figures-chart.tsx";
import { formatMeasure, sumMeasure } from "./measures.ts";
import { figuresMessages as text } from "./messages.ts";

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
        <div role="group" aria-label={text.period} className="flex gap-1">
          {figurePeriods.map((period) => (
            <BareButton
              key={period}
              aria-pressed={period === days}
              onClick={() => change({ days: period })}
              className={classes(
                "min-h-9 rounded-lg border px-3 text-sm font-semibold",
                period === days
                  ? "border-brand bg-brand text-on-brand forced-colors:outline-2"
                  : "border-line text-muted hover:bg-tint",
              )}
            >
              {text.days(period)}
            </BareButton>
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
          <BareButton
            key={measure}
            aria-pressed={measure === shown}
            onClick={() => onShow(measure)}
            className={classes(
              "grid content-start rounded-panel border px-3 py-2 text-left",
              measure === shown
                ? "border-brand bg-tint forced-colors:outline-2"
                : "border-line hover:bg-tint",
            )}
          >
            <Figure
              name={text.measures[measure]}
              value={formatMeasure(measure, sumMeasure(measure, daily))}
              note={notes[measure]}
            />
          </BareButton>
        ))}
        <div className="grid content-start rounded-panel px-3 py-2">
          <Figure name={text.openTickets} value={formatCount(figures.openTickets)} note={undefined} />
        </div>
        <div className="grid content-start rounded-panel px-3 py-2">
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
      <span className="text-sm text-muted">{name}</span>{" "}
      <span className="text-heading font-semibold tabular-nums">{value}</span>{" "}
      {note !== undefined && <span className="text-sm text-muted">{note}</span>}
    </>
  );
}
