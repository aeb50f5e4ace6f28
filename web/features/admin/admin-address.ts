import { type PlanId, planIds } from "../../../db/columns/billing.ts";
import type { SearchKey, UserSort } from "../../../src/features/admin/admin.schema.ts";
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

/** The filters and sort orders of the list of users, with the names that the API uses; duplicated here. */
const yesOrNo = ["yes", "no"] as const;
const userColumns = [
  "username",
  "firstName",
  "lastName",
  "email",
  "createdAt",
  "lastLoginAt",
  "freeCredits",
] as const;
export type UserColumn = (typeof userColumns)[number];
export const userSorts = userColumns.flatMap((column) => [
  column,
  `-${column}` as const,
]) satisfies UserSort[];
export const newestUsers = "-createdAt" satisfies UserSort;

/** The state in the address of /admin; missing or unknown values mean the default. */
export type AdminAddress = {
  tab?: AdminTab;
  by?: SearchKey;
  term?: string;
  days?: (typeof figurePeriods)[number];
  figure?: Measure;
  /** The search text of the lists of users and tickets. */
  find?: string;
  status?: TicketStatus;
  plan?: PlanId;
  active?: (typeof yesOrNo)[number];
  admin?: (typeof yesOrNo)[number];
  confirmed?: (typeof yesOrNo)[number];
  sort?: UserSort;
  /** The page of the list of users. */
  page?: number;
  /** The ID of the account whose page is open. */
  user?: string;
  /** The ID of the open ticket. */
  ticket?: string;
};

/** Parses the address; invalid values are ignored. The router keeps a value of the address that is not overwritten. */
export function readAdminAddress(search: Record<string, unknown>): AdminAddress {
  const tab = adminTabs.find((known) => known === search.tab);
  const by = keys.find((known) => known === search.by);
  const term = readText(search.term);
  const days = figurePeriods.find((known) => known === Number(search.days));
  const figure = measures.find((known) => known === search.figure);
  const find = readText(search.find);
  const status = statuses.find((known) => known === search.status);
  const ticket = readText(search.ticket);
  const user = readText(search.user);
  const [active, admin, confirmed] = [search.active, search.admin, search.confirmed].map((value) =>
    yesOrNo.find((known) => known === value),
  );
  const page = Math.floor(Number(search.page));
  return {
    tab,
    by,
    term: term || undefined,
    days,
    figure,
    find: find || undefined,
    status,
    ticket: ticket || undefined,
    user: user || undefined,
    plan: planIds.find((known) => known === search.plan),
    active,
    admin,
    confirmed,
    sort: userSorts.find((known) => known === search.sort && known !== newestUsers),
    page: page > 1 && page <= 1_000_000 ? page : undefined,
  };
}

function readText(value: unknown): string {
  return value === undefined ? "" : String(value).trim();
}
