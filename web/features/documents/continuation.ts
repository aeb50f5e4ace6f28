import type { DocumentView } from "./document.ts";

/** The page where an unstamped document is set up: collections have their own. */
export function getContinuation({ id, collection }: Pick<DocumentView, "id" | "collection">) {
  return collection === null
    ? ({ to: "/", search: { document: id } } as const)
    : ({ to: "/collections/$id", params: { id } } as const);
}
