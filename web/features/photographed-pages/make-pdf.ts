import { type PhotographedPage, ratioOf, sizeOf } from "./pages.ts";
import { layOut, type Paper, pixelsOn } from "./paper.ts";
import { sizeInPicture } from "./perspective.ts";
import type { PhotoProblem } from "./straighten-task.ts";
import { PhotoError, type Straightener } from "./straightener.ts";

/** What cannot be part of the PDF, and why. */
export class PageError extends Error {
  constructor(
    readonly key: string,
    readonly problem: PhotoProblem,
  ) {
    super(problem);
  }
}

type PdfChoices = { title: string; paper: Paper; maxBytes: number };

/** What the file needs besides the pictures, at most: once, and for each page. */
const [bytesOfFile, bytesOfPage] = [4_096, 1_024];

let writer: Promise<typeof import("./write-pdf.ts")> | undefined;

/** Loads the script that writes PDFs: with it, pages can be finished without a connection. */
export function loadWriter(): Promise<typeof import("./write-pdf.ts")> {
  writer ??= import("./write-pdf.ts").catch((error: unknown) => {
    writer = undefined;
    throw error;
  });
  return writer;
}

/**
 * The PDF of these pages, of at most that many bytes: where one page needs fewer than its part, the next ones get them.
 * Calls `onPage` before each page. Rejects with a PageError, or if the script that writes PDFs cannot be loaded.
 */
export async function makePdf(
  pages: readonly PhotographedPage[],
  { title, paper, maxBytes }: PdfChoices,
  straightener: Pick<Straightener, "straighten">,
  onPage: (index: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  async function straightenAll() {
    let bytesLeft = maxBytes - bytesOfFile - pages.length * bytesOfPage;
    const straightened = [];
    for (const [index, page] of pages.entries()) {
      onPage(index);
      const layout = layOut(ratioOf(page), paper);
      const jpeg = await straightenPage(page, layout, Math.floor(bytesLeft / (pages.length - index)));
      bytesLeft -= jpeg.size;
      straightened.push({ jpeg, layout });
    }
    return straightened;
  }

  async function straightenPage(page: PhotographedPage, layout: ReturnType<typeof layOut>, bytes: number) {
    const { file: source, turns, corners, key } = page;
    const size = pixelsOn(layout, sizeInPicture(corners, sizeOf(page)));
    try {
      return await straightener.straighten({ source, turns, corners, size, maxBytes: bytes });
    } catch (error) {
      throw new PageError(key, error instanceof PhotoError ? error.problem : "failed");
    }
  }

  const [{ writePdf }, straightened] = await Promise.all([loadWriter(), straightenAll()]);
  return await writePdf(straightened, title);
}
