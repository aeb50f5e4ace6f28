import type { FiguresView } from "../../../../src/features/admin/admin.output.schema.ts";
import { formatCents, formatCount } from "../../../lib/format.ts";
import type { Measure } from "../admin-address.ts";

export type Day = FiguresView["daily"][number];

/** 1999 → "$19.99" for revenue, "1,999" for everything else. */
export function formatMeasure(measure: Measure, amount: number): string {
  return measure === "revenue" ? formatCents(amount) : formatCount(amount);
}

export function sumMeasure(measure: Measure, daily: Day[]): number {
  return daily.reduce((sum, day) => sum + day[measure], 0);
}
