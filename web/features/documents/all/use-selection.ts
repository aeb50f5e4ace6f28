import { useState } from "react";
import { notify } from "../../../lib/notify.ts";
import { allDocumentsMessages as text } from "../../../texts/all-documents.ts";
import type { DocumentView } from "../document.ts";

const maxSelected = 100;

/** The selected documents by ID, over several pages of the same search. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlyMap<string, DocumentView>>(new Map());

  function select(documents: DocumentView[], isSelected: boolean): void {
    const next = new Map(selected);
    for (const document of documents) {
      if (isSelected) next.set(document.id, document);
      else next.delete(document.id);
    }
    if (next.size > maxSelected) notify({ kind: "error", title: text.tooMany });
    else setSelected(next);
  }

  return { selected, select, clear: () => setSelected(new Map()) };
}
