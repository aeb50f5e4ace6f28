import type { DocumentStatus } from "../../../../db/columns/documents.ts";
import type { FindDocumentsInput } from "../../../../src/features/documents/finding.schema.ts";

type Kind = NonNullable<FindDocumentsInput["kind"]>;
type Sort = FindDocumentsInput["sort"];

/** Duplicated here, so that the router, which every page loads, does not load the schemas. */
export const statuses = ["completed", "processing", "uploaded", "error"] as const satisfies DocumentStatus[];
export const kinds = ["pdf", "word", "image", "collection"] as const satisfies Kind[];
export const sorts = ["newest", "oldest", "name", "name-descending", "largest"] as const satisfies Sort[];
export const periods = ["last-7-days", "this-month", "last-month", "this-year", "dates"] as const;
type Period = (typeof periods)[number];

/** The state in the address of /documents. Missing or unknown values mean the default. */
export type DocumentsAddress = {
  q?: string;
  status?: (typeof statuses)[number];
  kind?: Kind;
  /** The ID of a project. */
  project?: string;
  period?: Period;
  /** Days of the period "dates", e.g. "2026-11-22". */
  from?: string;
  to?: string;
  sort?: Sort;
  page?: number;
};

/** Parses the address; invalid values are ignored. The router keeps a value of the address that is not overwritten. */
export function readDocumentsAddress(search: Record<string, unknown>): DocumentsAddress {
  const q = search.q === undefined ? "" : String(search.q).slice(0, 200);
  const status = statuses.find((known) => known === search.status);
  const kind = kinds.find((known) => known === search.kind);
  const project = typeof search.project === "string" ? search.project.slice(0, 64) : "";
  const period = periods.find((known) => known === search.period);
  const sort = sorts.find((known) => known === search.sort && known !== "newest");
  const page = Math.floor(Number(search.page));
  const [from, to] = [search.from, search.to].map(readDay);
  return {
    q: q || undefined,
    status,
    kind,
    project: project || undefined,
    period,
    from: period === "dates" ? from : undefined,
    to: period === "dates" ? to : undefined,
    sort,
    page: page > 1 && page <= 1_000_000 ? page : undefined,
  };
}

function readDay(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  return Number.isNaN(startOfDay(value).getTime()) ? undefined : value;
}

/** Midnight in the reader's time zone, `days` days after this day. */
function startOfDay(day: string, days = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + days);
}

export const documentsPerPage = 25;

/** The API input for an address. Days and months are in the reader's time zone. */
export function toFindInput(address: DocumentsAddress, now: Date): FindDocumentsInput {
  const { q, status, kind, project, sort = "newest", page = 1 } = address;
  const { from, before } = getBounds(address, now);
  return {
    ...(q && { query: q }),
    ...(status && { status }),
    ...(kind && { kind }),
    ...(project && { project }),
    ...(from && { from: from.toISOString() }),
    ...(before && { before: before.toISOString() }),
    sort,
    page,
    limit: documentsPerPage,
  };
}

function getBounds({ period, from, to }: DocumentsAddress, now: Date): { from?: Date; before?: Date } {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  switch (period) {
    case undefined:
      return {};
    case "last-7-days":
      return { from: new Date(year, month, day - 6) };
    case "this-month":
      return { from: new Date(year, month, 1) };
    case "last-month":
      return { from: new Date(year, month - 1, 1), before: new Date(year, month, 1) };
    case "this-year":
      return { from: new Date(year, 0, 1) };
    case "dates":
      return { ...(from && { from: startOfDay(from) }), ...(to && { before: startOfDay(to, 1) }) };
  }
}

/** Whether anything other than sorting and pages is chosen. */
export function isFiltered({ q, status, kind, project, period }: DocumentsAddress): boolean {
  return [q, status, kind, project, period].some((chosen) => chosen !== undefined);
}
