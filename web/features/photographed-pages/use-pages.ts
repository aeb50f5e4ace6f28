import { useEffect, useReducer, useRef, useState } from "react";
import { photographedPagesMessages as text } from "../../texts/photographed-pages.ts";
import { loadWriter } from "./make-pdf.ts";
import { buildPage, maxPages, nextPages, noPages } from "./pages.ts";
import { createStraightener, PhotoError } from "./straightener.ts";

export type ChosenPhoto = { file: File; documentId: string | undefined };

/** A file that did not become a page. */
export type RefusedFile = { name: string; reason: string };

let lastKey = 0;

/** The pages, and the photos that are still being opened, one after the other. */
export function usePages() {
  const [pages, dispatch] = useReducer(nextPages, noPages);
  const [opening, setOpening] = useState(0);
  const [refused, setRefused] = useState<RefusedFile[]>([]);
  const [straightener] = useState(createStraightener);
  useEffect(() => () => straightener.stop(), [straightener]);
  /** Counted here too: several choices may be opened at the same time. */
  const taken = useRef(0);

  async function add(chosen: ChosenPhoto[]): Promise<void> {
    const room = maxPages - pages.list.length - taken.current;
    const photos = chosen.slice(0, Math.max(0, room));
    const leftOut = chosen.slice(photos.length);
    setRefused(leftOut.map(({ file }) => ({ name: file.name, reason: text.refused.tooMany(maxPages) })));
    taken.current += photos.length;
    setOpening(taken.current);
    // Making the PDF tries again, and says if that fails.
    if (photos.length > 0) void loadWriter().catch(() => undefined);
    let isFirst = true;
    for (const { file, documentId } of photos) {
      try {
        const photo = await straightener.open(file);
        lastKey += 1;
        dispatch({ type: "added", page: buildPage(`page-${lastKey}`, file, photo, documentId), isFirst });
        isFirst = false;
      } catch (error) {
        const reason = text.problems[error instanceof PhotoError ? error.problem : "failed"];
        setRefused((before) => [...before, { name: file.name, reason }]);
      }
      taken.current -= 1;
      setOpening(taken.current);
    }
  }

  return { pages, dispatch, add, opening, refused, straightener };
}
