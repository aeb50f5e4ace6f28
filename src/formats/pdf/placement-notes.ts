import type { Message } from "../../errors.ts";
import type { StampPosition } from "../stamp/stamp.ts";
import { type Placement, requestedPlaces, type StampPlace } from "./placement.ts";

/** Maximum number of page ranges in a note. */
const maxRanges = 12;

const movedTo: Record<StampPlace, Message> = {
  "right edge": {
    code: "note-stamp-at-right-edge",
    text: "The chosen place was not free on every page. The stamp is at the right edge of page {pages}.",
  },
  "left edge": {
    code: "note-stamp-at-left-edge",
    text: "The chosen place was not free on every page. The stamp is at the left edge of page {pages}.",
  },
  "top edge": {
    code: "note-stamp-at-top-edge",
    text: "The chosen place was not free on every page. The stamp is at the top edge of page {pages}.",
  },
  "bottom edge": {
    code: "note-stamp-at-bottom-edge",
    text: "The chosen place was not free on every page. The stamp is at the bottom edge of page {pages}.",
  },
  "top right": {
    code: "note-stamp-at-top-right",
    text: "The chosen place was not free on every page. The stamp is at the top right of page {pages}.",
  },
  "top left": {
    code: "note-stamp-at-top-left",
    text: "The chosen place was not free on every page. The stamp is at the top left of page {pages}.",
  },
  "bottom right": {
    code: "note-stamp-at-bottom-right",
    text: "The chosen place was not free on every page. The stamp is at the bottom right of page {pages}.",
  },
  "bottom left": {
    code: "note-stamp-at-bottom-left",
    text: "The chosen place was not free on every page. The stamp is at the bottom left of page {pages}.",
  },
};
const coversContent: Message = {
  code: "note-stamp-covers-content",
  text: "There was no free place for the stamp. It covers part of the content of page {pages}.",
};
const onPicture: Message = {
  code: "note-stamp-on-picture",
  text: "A picture fills the whole page, and the stamp covers part of it. This applies to page {pages}.",
};
const mayCoverContent: Message = {
  code: "note-stamp-may-cover-content",
  text: "There was too much content to look for a free place. The stamp may cover part of the content of page {pages}.",
};

/** Collects, page by page, where the stamp is not in its expected place. */
export class PlacementNotes {
  readonly #moved = new Map<StampPlace, number[]>();
  readonly #covering: number[] = [];
  readonly #onPictures: number[] = [];
  readonly #unknown: number[] = [];

  constructor(private readonly position: StampPosition) {}

  add(page: number, { place, covers }: Placement): void {
    if (covers === "content") this.#covering.push(page);
    if (covers === "picture") this.#onPictures.push(page);
    if (covers === "unknown") this.#unknown.push(page);
    if (place === requestedPlaces[this.position]) return;
    const pages = this.#moved.get(place) ?? [];
    this.#moved.set(place, pages);
    pages.push(page);
  }

  list(): Message[] {
    const moved = [...this.#moved].map(([place, pages]) => ({ ...movedTo[place], params: pageList(pages) }));
    const covering = this.#covering;
    const onPictures = this.#onPictures;
    const unknown = this.#unknown;
    return [
      ...moved,
      ...(covering.length > 0 ? [{ ...coversContent, params: pageList(covering) }] : []),
      ...(onPictures.length > 0 ? [{ ...onPicture, params: pageList(onPictures) }] : []),
      ...(unknown.length > 0 ? [{ ...mayCoverContent, params: pageList(unknown) }] : []),
    ];
  }
}

/** "1–4, 7"; page numbers ascend. */
function pageList(pages: number[]): { pages: string } {
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const texts = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return {
    pages: texts.length > maxRanges ? `${texts.slice(0, maxRanges).join(", ")}, …` : texts.join(", "),
  };
}
