import {
  addTurn,
  type Corners,
  type Size,
  type Turns,
  turnCorners,
  turnSize,
  wholePicture,
} from "./corners.ts";
import { ratioOfSheet, sizeInPicture } from "./perspective.ts";
import type { OpenedPhoto } from "./straighten-task.ts";

export type PhotographedPage = {
  key: string;
  file: File;
  /** The document that the photo is already, if it was uploaded. */
  documentId: string | undefined;
  photo: OpenedPhoto;
  turns: Turns;
  /** In the turned photo. */
  corners: Corners;
};

export type Pages = { list: PhotographedPage[]; selected: string | undefined };

export type PagesEvent =
  | { type: "added"; page: PhotographedPage; isFirst: boolean }
  | { type: "selected"; key: string }
  | { type: "cornersMoved"; key: string; corners: Corners }
  | { type: "turned"; key: string }
  | { type: "moved"; key: string; to: number }
  | { type: "removed"; key: string }
  | { type: "restored"; page: PhotographedPage; at: number };

/** More would take minutes on a phone, and get few bytes each of the largest upload. */
export const maxPages = 50;

export const noPages: Pages = { list: [], selected: undefined };

/** A new page, with the corners of the sheet that stands out, or of the whole photo. */
export function buildPage(
  key: string,
  file: File,
  photo: OpenedPhoto,
  documentId?: string,
): PhotographedPage {
  return { key, file, documentId, photo, turns: 0, corners: photo.found ?? wholePicture };
}

export function nextPages(now: Pages, event: PagesEvent): Pages {
  switch (event.type) {
    case "added":
      return {
        list: [...now.list, event.page],
        selected: event.isFirst ? event.page.key : (now.selected ?? event.page.key),
      };
    case "selected":
      return { ...now, selected: event.key };
    case "cornersMoved":
      return withPage(now, event.key, (page) => ({ ...page, corners: event.corners }));
    case "turned":
      return withPage(now, event.key, (page) => ({
        ...page,
        turns: addTurn(page.turns),
        corners: turnCorners(page.corners, 1),
      }));
    case "moved": {
      const moved = now.list.find(({ key }) => key === event.key);
      if (!moved) return now;
      const others = now.list.filter((page) => page !== moved);
      return { ...now, list: others.toSpliced(event.to, 0, moved) };
    }
    case "removed": {
      const at = now.list.findIndex(({ key }) => key === event.key);
      const list = now.list.filter(({ key }) => key !== event.key);
      const next = list[Math.min(Math.max(at, 0), list.length - 1)];
      return { list, selected: now.selected === event.key ? next?.key : now.selected };
    }
    case "restored":
      return { list: now.list.toSpliced(event.at, 0, event.page), selected: event.page.key };
  }
}

function withPage(now: Pages, key: string, change: (page: PhotographedPage) => PhotographedPage): Pages {
  return { ...now, list: now.list.map((page) => (page.key === key ? change(page) : page)) };
}

/** The size of the photo as it is turned. */
export const sizeOf = ({ photo, turns }: PhotographedPage): Size => turnSize(photo.size, turns);

/** The corners that were found in the photo, if any, as it is turned. */
export function foundCorners({ photo, turns }: PhotographedPage): Corners | undefined {
  return photo.found && turnCorners(photo.found, turns);
}

/** The side of the longest strip of paper divided by its width: beyond it, the corners lie almost on a line. */
const longestRatio = 12;

/** The width of the page divided by its height; within a photo that is not at an angle, the shape of the part. */
export function ratioOf(page: PhotographedPage): number {
  const sheet = ratioOfSheet(page.corners, sizeOf(page));
  const { width, height } = sizeInPicture(page.corners, sizeOf(page));
  const ratio = Number.isFinite(sheet) ? sheet : width / height;
  return Math.min(longestRatio, Math.max(1 / longestRatio, ratio));
}
