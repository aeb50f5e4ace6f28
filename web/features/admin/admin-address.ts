import type { SearchKey } from "../../../src/features/admin/admin.schema.ts";
import type { TicketStatus } from "../../../src/features/support/support.schema.ts";

export const adminTabs = ["documents", "users", "tickets", "credits"] as const;
export type AdminTab = (typeof adminTabs)[number];

/** Duplicated here, so that the router, which every page loads, imports no schema. */
const keys = ["email", "serial", "username"] as const satisfies readonly SearchKey[];

const statuses = ["open", "in_progress", "resolved", "closed"] as const satisfies readonly TicketStatus[];

/** The periods that the figures can show, in days. */
export const figurePeriods = [7, 30, 90] as const;

/** The figures that the chart can show. */
export const measures = ["stamps", "newUsers", "revenue", "failures", "mails"] as const;
export type Measure = (typeof measures)[number];

/** The state in the address of /admin; missing or unknown values mean the default. */
export type AdminAddress = {
  tab?: AdminTab;
  by?: SearchKey;
  term?: string;
  days?: (typeof figurePeriods)[number];
  figure?: Measure;
  /** What the lists of users and tickets are searched for. */
  find?: string;
  status?: TicketStatus;
  /** The id of the open ticket. */
  ticket?: string;
};

/** Reads the address, whatever was typed into it. The router keeps a value of the address that is not overwritten. */
export function readAdminAddress(search: Record<string, unknown>): AdminAddress {
  const tab = adminTabs.find((known) => known === search.tab);
  const by = keys.find((known) => known === search.by);
  const term = readText(search.term);
  const days = figurePeriods.find((known) => known === Number(search.days));
  const figure = measures.find((known) => known === search.figure);
  const find = readText(search.find);
  const status = statuses.find((known) => known === search.status);
  const ticket = readText(search.ticket);
  return {
    tab,
    by,
    term: term || undefined,
    days,
    figure,
    find: find || undefined,
    status,
    ticket: ticket || undefined,
  };
}

function readText(value: unknown): string {
  return value === undefined ? "" : String(value).trim();
}
