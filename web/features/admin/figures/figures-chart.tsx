import { formatDay } from "../../../lib/format.ts";
import { figuresMessages as text } from "../../../texts/admin-figures.ts";
import type { Measure } from "../admin-address.ts";
import { type Day, formatMeasure, sumMeasure } from "./measures.ts";

const width = 720;
const height = 160;
const gap = 0.2;

/** One bar for each day. Screen readers get the sum and the largest day; the table below has every number. */
export function FiguresChart({ measure, daily }: { measure: Measure; daily: Day[] }) {
  const max = Math.max(...daily.map((day) => day[measure]));
  const step = width / daily.length;
  const label = text.chart(
    text.measures[measure],
    daily.length,
    formatMeasure(measure, sumMeasure(measure, daily)),
    formatMeasure(measure, max),
  );
  return (
    <div>
      <p aria-hidden="true" className="text-right text-sm text-muted tabular-nums">
        {formatMeasure(measure, max)}
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-picture w-full border-y border-line"
      >
        {daily.map((day, index) => {
          const tall = max === 0 ? 0 : (day[measure] / max) * height;
          return (
            <rect
              key={day.day}
              x={index * step + (step * gap) / 2}
              y={height - tall}
              width={step * (1 - gap)}
              height={tall}
              className="fill-brand forced-colors:fill-canvas-text"
            >
              <title>{`${formatUtcDay(day.day)}: ${formatMeasure(measure, day[measure])}`}</title>
            </rect>
          );
        })}
      </svg>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-muted">
        <span>{formatUtcDay(daily.at(0)?.day)}</span>
        <span>{formatUtcDay(daily.at(-1)?.day)}</span>
      </p>
    </div>
  );
}

/** The numbers in the chart and all others, newest day first. */
export function FiguresTable({ daily }: { daily: Day[] }) {
  const names = Object.entries(text.measures) as [Measure, string][];
  return (
    <section
      aria-label={text.tableName}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll the table on a phone
      tabIndex={0}
      className="mt-3 max-h-panel overflow-auto rounded-panel border border-line"
    >
      <table className="w-full text-right text-sm tabular-nums">
        <thead className="sticky top-0 bg-card text-muted">
          <tr>
            <th scope="col" className="px-3 py-2 text-left font-semibold">
              {text.day}
            </th>
            {names.map(([measure, name]) => (
              <th key={measure} scope="col" className="px-3 py-2 font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daily.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-line">
              <th scope="row" className="px-3 py-2 text-left font-normal whitespace-nowrap">
                {formatUtcDay(day.day)}
              </th>
              {names.map(([measure]) => (
                <td key={measure} className="px-3 py-2">
                  {formatMeasure(measure, day[measure])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function formatUtcDay(day: string | undefined): string {
  return day === undefined ? "" : formatDay(Date.parse(day), "UTC");
}
