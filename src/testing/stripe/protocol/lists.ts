import { invalidRequest, noSuch } from "./faults.ts";
import type { Params } from "./form.ts";
import { group, text, wholeNumber } from "./params.ts";

type Listed = { id: string; object: string; created?: number };
export type List<T> = { object: "list"; url: string; has_more: boolean; data: T[] };

/** Parameters that every list call takes. */
export const LIST_PARAMS = ["limit", "starting_after", "ending_before", "created"] as const;

/** One page, newest first. `all` is in the order of creation. */
export function page<T extends Listed>(all: Iterable<T>, url: string, params: Params): List<T> {
  const newestFirst = [...all].reverse().filter((item) => isWithin(item.created ?? 0, params));
  const limit = limitOf(params);
  const after = text(params, "starting_after");
  const before = text(params, "ending_before");
  if (before !== undefined) {
    const end = indexOf(newestFirst, before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: newestFirst.slice(start, end) };
  }
  const start = after === undefined ? 0 : indexOf(newestFirst, after, "starting_after") + 1;
  const data = newestFirst.slice(start, start + limit);
  return { object: "list", url, has_more: start + limit < newestFirst.length, data };
}

function limitOf(params: Params): number {
  const limit = wholeNumber(params, "limit") ?? 10;
  if (limit >= 1 && limit <= 100) return limit;
  throw invalidRequest("This value must be between 1 and 100.", { param: "limit" });
}

function indexOf(items: Listed[], id: string, param: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) throw noSuch(items[0]?.object ?? "object", id, param);
  return index;
}

function isWithin(created: number, params: Params): boolean {
  if (typeof params.created === "string") return created === wholeNumber(params, "created");
  const range = group(params, "created");
  if (range === undefined) return true;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = numbersOf(range);
  return created > gt && created >= gte && created < lt && created <= lte;
}

function numbersOf(range: Params): { gt?: number; gte?: number; lt?: number; lte?: number } {
  return Object.fromEntries(Object.keys(range).map((name) => [name, wholeNumber(range, name)]));
}
