import type { Corners, Size, Turns } from "./corners.ts";

/** Work for the script in web/straighten-worker.ts; it does one after the other. */
export type StraightenTask =
  | { kind: "open"; file: File }
  | {
      kind: "straighten";
      /** The photo, or its preview. */
      source: Blob;
      turns: Turns;
      /** In the turned picture. */
      corners: Corners;
      /** Of the page, in pixels. */
      size: Size;
      maxBytes: number;
    };

/** A photo as its program shows it, upright by its EXIF. */
export type OpenedPhoto = {
  size: Size;
  /** A JPEG that is small enough to be shown and kept. */
  preview: Blob;
  /** The corners of the sheet of paper, if it stands out. */
  found: Corners | undefined;
};

/** Why a photo cannot become a page. */
export type PhotoProblem =
  /** It was changed, moved or deleted since it was chosen. */
  | "changed"
  /** A HEIC, in a browser that cannot decode it. */
  | "heic"
  /** Damaged, or no picture that this browser knows. */
  | "unreadable"
  | "tooLarge"
  /** Even its smallest JPEG has too many bytes. */
  | "tooManyBytes"
  /** The script, or the memory for it, is missing. */
  | "failed";

export type StraightenAnswer =
  | { kind: "opened"; photo: OpenedPhoto }
  | { kind: "straightened"; jpeg: Blob }
  | { kind: "problem"; problem: PhotoProblem };
