import { z } from "zod";

/** The input of a list that is read after the last entry of the page before. */
const cursorInput = z.object({ limit: z.number() });
const entries = z.array(z.object({ id: z.string() }));
/** The answer of a list whose pages are numbered. */
const numbered = z.object({ total: z.number(), page: z.number(), limit: z.number() });

/**
 * The header Link with `rel="next"` (RFC 8288) if a list may have more entries: the same call with the next `cursor` or
 * `page`. `input` is what the call read from `sent`, the fields of the query.
 */
export function linkToNext(
  path: string,
  sent: Record<string, unknown>,
  input: unknown,
  answer: unknown,
): Record<string, string> {
  const next = findNext(input, answer);
  if (next === undefined) return {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...sent, ...next }))
    if (value !== undefined) query.set(name, String(value));
  return { Link: `<${path}?${query}>; rel="next"` };
}

function findNext(input: unknown, answer: unknown): Record<string, unknown> | undefined {
  const { data: pages } = numbered.safeParse(answer);
  if (pages) return pages.page * pages.limit < pages.total ? { page: pages.page + 1 } : undefined;
  const [limit, list] = [cursorInput.safeParse(input).data?.limit, entries.safeParse(answer).data];
  const last = list?.at(-1);
  return last && list?.length === limit ? { cursor: last.id } : undefined;
}
