import { AppError } from "../../errors.ts";
import { type ContentState, scanContent } from "./content-scan.ts";
import { hasCertainData } from "./content-stream.ts";
import type { PdfDocument } from "./document.ts";
import { hidesLayers } from "./hidden-layers.ts";
import type { Extent } from "./inflate.ts";
import type { PdfObject } from "./object-syntax.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asReference, getText, isSameText, type Raw } from "./values.ts";

/** What precedes and follows a page's content so that the stamp is drawn in the initial graphics state. */
export type Wrapped = {
  before: string;
  after: string;
  /** The page's own content streams, as references. */
  streams: string[];
  /** Written instead of the streams if only that keeps the page's appearance. */
  replacement: Buffer | undefined;
};

/** Content whose final graphics state is unknown, possibly because of its forms: it is wrapped in a form. */
export type Enclosed = {
  /** Equal for pages with the same content. */
  key: string;
  /** The only content stream, to be used unchanged, or all of them, decoded and joined. */
  enclosed: PdfObject | Buffer;
};

const largestPage = 64 * 1024 * 1024;
const maxUnpacked = 1024 * 1024 * 1024;
const maxReread = 256 * 1024 * 1024;
const maxRepeats = 65_536;

/** Analyzes the contents of pages; streams shared by pages are analyzed once. */
export class PageContents {
  private readonly document: PdfDocument;
  private readonly known = new Map<string, Wrapped | Enclosed>();
  private readonly hidesLayers: boolean;
  private budget = maxUnpacked;
  private rereadBudget = maxReread;
  private last: { contents: Raw | undefined; content: Buffer | undefined } | undefined;
  private latest: { contents: Raw | undefined; wrapped: Wrapped | Enclosed } | undefined;

  constructor(document: PdfDocument) {
    this.document = document;
    this.hidesLayers = hidesLayers(document);
  }

  /** Throws AppError `unsupported` for content that can be neither counted nor wrapped. */
  of(page: PageNode): Wrapped | Enclosed {
    const contents = page.dict.get("Contents");
    if (this.latest && this.latest.contents === contents) return this.latest.wrapped;
    const key = contents ? getText(contents) : "";
    const wrapped = this.known.get(key) ?? this.content(key, contents);
    this.known.set(key, wrapped);
    this.latest = { contents, wrapped };
    return wrapped;
  }

  /** The decoded content of a page as far as it can be read; undefined if that would cost too much. */
  bytes(page: PageNode): Buffer | undefined {
    const contents = page.dict.get("Contents");
    if (this.last && isSameText(this.last.contents, contents)) return this.last.content;
    const streams = findStreams(contents, this.document);
    const content = this.joined(
      streams,
      "as far as it goes",
      Math.min(largestPage, this.rereadBudget),
    )?.content;
    this.rereadBudget -= content?.length ?? largestPage;
    this.last = { contents, content };
    return content;
  }

  private content(key: string, contents: Raw | undefined): Wrapped | Enclosed {
    const streams = findStreams(contents, this.document);
    const joined = this.certain(streams);
    if (joined) this.last = { contents, content: joined.content };
    const state = joined && scanContent(joined.content, joined.seams);
    if (!state) return this.enclosed(key, streams);
    if (!this.hidesLayers) {
      return { streams: streams.map(({ reference }) => reference), ...wrapContent(joined.content, state) };
    }
    if (state.surplus.length > 0 || state.marked > 0)
      return { key, enclosed: balanced(joined.content, state) };
    return this.enclosed(key, streams);
  }

  private certain(streams: ContentStream[]): Joined | undefined {
    const objects = new Set(streams.map(({ object }) => object));
    const sound = [...objects].every((object) => hasCertainData(this.document, object));
    return sound ? this.joinedWithinBudget(streams, "whole") : undefined;
  }

  private enclosed(key: string, streams: ContentStream[]): Enclosed {
    const [only] = streams;
    if (only && streams.length === 1) return { key, enclosed: only.object };
    const joined = this.joinedWithinBudget(streams, "as far as it goes");
    if (joined) return { key, enclosed: joined.content };
    throw new AppError(
      "unsupported",
      "pdf-content-unreadable",
      "A page of this PDF contains content that cannot be read, so it cannot be stamped safely. Please print it to a new PDF and upload that.",
    );
  }

  private joinedWithinBudget(streams: ContentStream[], extent: Extent): Joined | undefined {
    const joined = this.joined(streams, extent, Math.min(largestPage, this.budget));
    this.budget -= joined?.content.length ?? 0;
    return joined;
  }

  /**
   * The content of all streams and the positions between them; undefined if it cannot be read or is longer than
   * `limit`.
   */
  private joined(streams: ContentStream[], extent: Extent, limit: number): Joined | undefined {
    const [only] = streams;
    if (only && streams.length === 1) {
      const content = this.document.unpacked(only.object, limit, extent);
      return typeof content === "string" || content.length > limit ? undefined : { content, seams: [] };
    }
    const parts: Buffer[] = [];
    const known = new Map<PdfObject, Buffer>();
    const seams: number[] = [];
    let length = 0;
    for (const { object } of streams) {
      const part = known.get(object) ?? this.document.unpacked(object, limit - length, extent);
      if (typeof part === "string" || part.length > limit - length) return undefined;
      known.set(object, part);
      parts.push(part, lineFeed);
      length += part.length + 1;
      seams.push(length - 1);
    }
    return { content: Buffer.concat(parts), seams: seams.slice(0, -1) };
  }
}

type Joined = { content: Buffer; seams: number[] };

const lineFeed = Buffer.from("\n");

type ContentStream = { reference: string; object: PdfObject };

function findStreams(contents: Raw | undefined, document: PdfDocument): ContentStream[] {
  const list = asArray(document.resolve(contents)) ?? (contents ? [contents] : []);
  return list.flatMap((raw) => {
    const reference = asReference(raw);
    const object = reference && document.object(reference.number);
    return object?.data ? [{ reference: getText(raw), object }] : [];
  });
}

function wrapContent(content: Buffer, state: ContentState): Omit<Wrapped, "streams"> {
  const saved = Math.min(state.saved, maxRepeats);
  const after = `\n${closing(state)}${"Q\n".repeat(saved + 1)}`;
  if (state.surplus.length === 0) return { before: "q\n", after, replacement: undefined };
  if (state.surplusIsLast && state.surplus.length < maxRepeats) {
    return { before: "q\n".repeat(state.surplus.length + 1), after, replacement: undefined };
  }
  return { before: "q\n", after, replacement: withoutSurplus(content, state.surplus) };
}

function closing({ inText, inPath, marked }: ContentState): string {
  const path = inPath ? "n\n" : "";
  const text = inText ? "ET\n" : "";
  return `${path}${text}${"EMC\n".repeat(marked)}`;
}

/** Some readers keep a hidden layer that began in a form active after the end of the form. */
function balanced(content: Buffer, state: ContentState): Buffer {
  const own = state.surplus.length > 0 ? withoutSurplus(content, state.surplus) : content;
  return state.marked > 0 ? Buffer.concat([own, Buffer.from(`\n${closing(state)}`, "latin1")]) : own;
}

/**
 * A surplus "Q" is ignored, and what follows keeps the current state. Inside our own "q" it would restore the state, so
 * it is blanked, which has the same effect as ignoring it.
 */
function withoutSurplus(content: Buffer, surplus: number[]): Buffer {
  const copy = Buffer.from(content);
  for (const position of surplus) copy[position] = 32;
  return copy;
}
