import type { DocumentView } from "./document.ts";

/** Where a document that is not stamped yet is set up: a collection on its own page. */
export function continuationOf({ id, collection }: Pick<DocumentView, "id" | "collection">) {
  return collection === null
    ? ({ to: "/", search: { document: id } } as const)
    : ({ to: "/collections/$id", params: { id } } as const);
}
