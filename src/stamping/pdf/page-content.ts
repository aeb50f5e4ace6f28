import { type ContentState, scanContent } from "./content-scan.ts";
import type { PdfDocument } from "./document.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asReference, type Raw, textOf } from "./values.ts";

/** What stands before and after a page's own content so that the stamp meets a fresh graphics state. */
export type Wrapping = {
  before: string;
  after: string;
  /** The page's own content streams, as references. */
  streams: string[];
  /** Written instead of the streams where only that keeps the page's look. */
  replacement: Buffer | undefined;
};

const largestPage = 64 * 1024 * 1024;
const mostUnpacked = 512 * 1024 * 1024;
const mostRepeats = 65_536;

/** Wraps the contents of pages; streams that pages share are looked into once. */
export class PageContents {
  private readonly document: PdfDocument;
  private readonly known = new Map<string, Wrapping>();
  private budget = mostUnpacked;

  constructor(document: PdfDocument) {
    this.document = document;
  }

  wrap(page: PageNode): Wrapping {
    const contents = page.dict.get("Contents");
    const key = contents ? textOf(contents) : "";
    const known = this.known.get(key);
    if (known) return known;
    const streams = streamsOf(contents, this.document).map(textOf);
    const wrapping = { streams, ...wrappingOf(this.unpacked(streams)) };
    this.known.set(key, wrapping);
    return wrapping;
  }

  /** The content that results from all streams; undefined when it cannot be read or is too large to look into. */
  private unpacked(streams: string[]): Buffer | undefined {
    const parts: Buffer[] = [];
    let limit = Math.min(largestPage, this.budget);
    for (const stream of streams) {
      const object = this.document.object(Number.parseInt(stream, 10));
      if (!object?.data) continue;
      const part = this.document.unpacked(object, limit);
      if (typeof part === "string") return undefined;
      limit -= part.length;
      this.budget -= part.length;
      parts.push(part, lineFeed);
    }
    return parts.length === 2 ? parts[0] : Buffer.concat(parts);
  }
}

const lineFeed = Buffer.from("\n");

function streamsOf(contents: Raw | undefined, document: PdfDocument): Raw[] {
  const list = asArray(document.resolve(contents)) ?? (contents ? [contents] : []);
  return list.filter((raw) => {
    const reference = asReference(raw);
    return reference !== undefined && document.object(reference.number)?.data !== undefined;
  });
}

function wrappingOf(content: Buffer | undefined): Omit<Wrapping, "streams"> {
  if (!content) return { before: "q\n", after: "\nQ\n", replacement: undefined };
  const state = scanContent(content);
  const saved = Math.min(state.saved, mostRepeats);
  const after = `\n${closing(state)}${"Q\n".repeat(saved + 1)}`;
  if (state.surplus.length === 0) return { before: "q\n", after, replacement: undefined };
  if (state.surplusIsLast && state.surplus.length < mostRepeats) {
    return { before: "q\n".repeat(state.surplus.length + 1), after, replacement: undefined };
  }
  return { before: "q\n", after, replacement: withoutSurplus(content, state.surplus) };
}

function closing({ missing, inText, inPath, marked }: ContentState): string {
  const ends = [
    missing,
    inPath ? "n" : "",
    inText ? "ET" : "",
    ..."EMC ".repeat(Math.min(marked, mostRepeats)).split(" "),
  ];
  return ends
    .filter((end) => end !== "")
    .map((end) => `${end}\n`)
    .join("");
}

/**
 * A "Q" with nothing to restore is ignored, and what follows keeps the state it has. Inside our own "q" it would
 * restore; so it is blanked, which no reader can tell from ignoring it.
 */
function withoutSurplus(content: Buffer, surplus: number[]): Buffer {
  const copy = Buffer.from(content);
  for (const position of surplus) copy[position] = 32;
  return copy;
}
