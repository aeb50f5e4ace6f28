import type { CollectionFacts } from "../../../../db/columns/collection-facts.ts";
import { type DocumentKind, documentKinds } from "../../../../db/columns/documents.ts";
import type { DocumentRow } from "../../../issuing/attestations/document-row.ts";
import { acknowledgement } from "./acknowledgement.ts";
import { collection } from "./collection.ts";
import { document } from "./document.ts";
import type { Kind } from "./kind.ts";
import { timeline } from "./timeline.ts";

/** Every kind of attestation. */
const kinds: Record<DocumentKind, Kind> = { document, collection, timeline, acknowledgement };

export function kindOf({ kind }: Pick<DocumentRow, "kind">): Kind {
  return kinds[kind];
}

/** The names of the kinds for which this is true, for queries. */
export function kindsThat(isTrue: (kind: Kind) => boolean): DocumentKind[] {
  return documentKinds.filter((name) => isTrue(kinds[name]));
}

type Held = Pick<DocumentRow, "kind" | "collection">;

/** Whether the row holds a list of files instead of a file; such a row has the facts of its files. */
export function holdsList<Row extends Held>(row: Row): row is Row & { collection: CollectionFacts } {
  return kindOf(row).holds === "list";
}
