import { type ContentState, scanContent } from "./content-scan.ts";
import { hasCertainData } from "./content-stream.ts";
import type { PdfDocument } from "./document.ts";
import { FormLayers } from "./form-layers.ts";
import { hidesLayers } from "./hidden-layers.ts";
import type { Extent } from "./inflate.ts";
import type { PdfObject } from "./object-syntax.ts";
import type { PageNode } from "./page-tree.ts";
import { asArray, asReference, getText, isSameText, type Raw } from "./values.ts";

/** What precedes and follows a page's content so that the stamp is drawn in the initial graphics state. */
export type Wrapping = {
  before: string;
  after: string;
  /** Written instead of the streams if only that keeps the page's appearance. */
  replacement: Buffer | undefined;
};

/** The page's own content streams, as references. */
type Streams = { streams: string[] };

/** Content that may leave a hidden layer open: it is wrapped in a form, with which the layer ends. */
export type Enclosed = {
  /** Equal for pages with the same content. */
  key: string;
  /** The only content stream, to be used unchanged, or all of them, decoded and joined. */
  enclosed: PdfObject | Buffer;
};

/** Without wrapping, the graphics state after the content is unknown. */
export type PageContent = Enclosed | (Streams & { wrapping: Wrapping | undefined });

const largestPage = 64 * 1024 * 1024;
const maxUnpacked = 1024 * 1024 * 1024;
const maxReread = 256 * 1024 * 1024;
const maxRepeats = 65_536;

/** Analyzes the contents of pages; streams shared by pages are analyzed once. */
export class PageContents {
  readonly #document: PdfDocument;
  readonly #known = new Map<string, PageContent>();
  readonly #hidesLayers: boolean;
  readonly #forms: FormLayers;
  #budget = maxUnpacked;
  #rereadBudget = maxReread;
  #last: { contents: Raw | undefined; content: Buffer | undefined } | undefined;
  #latest: { contents: Raw | undefined; resources: Raw | undefined; content: PageContent } | undefined;

  constructor(document: PdfDocument) {
    this.#document = document;
    this.#hidesLayers = hidesLayers(document);
    this.#forms = new FormLayers(document);
  }

  of(page: PageNode): PageContent {
    const contents = page.dict.get("Contents");
    const resources = this.#hidesLayers
      ? (page.dict.get("Resources") ?? page.inherited.Resources)
      : undefined;
    const latest = this.#latest;
    if (latest && latest.contents === contents && latest.resources === resources) return latest.content;
    const key = [contents, resources].map((raw) => (raw ? getText(raw) : "")).join(" ");
    const content = this.#known.get(key) ?? this.#analyze(key, contents, resources);
    this.#known.set(key, content);
    this.#latest = { contents, resources, content };
    return content;
  }

  /** True if the state that the page's content leaves behind is unknown. */
  isUncertain(page: PageNode): boolean {
    const content = this.of(page);
    return "enclosed" in content || !content.wrapping;
  }

  /** The decoded content of a page as far as it can be read; undefined if that would cost too much. */
  bytes(page: PageNode): Buffer | undefined {
    const contents = page.dict.get("Contents");
    if (this.#last && isSameText(this.#last.contents, contents)) return this.#last.content;
    const streams = findStreams(contents, this.#document);
    const content = this.#joined(
      streams,
      "as far as it goes",
      Math.min(largestPage, this.#rereadBudget),
    )?.content;
    this.#rereadBudget -= content?.length ?? largestPage;
    this.#last = { contents, content };
    return content;
  }

  #analyze(key: string, contents: Raw | undefined, resources: Raw | undefined): PageContent {
    const found = findStreams(contents, this.#document);
    const streams = found.map(({ reference }) => reference);
    const joined = this.#certain(found);
    if (joined) this.#last = { contents, content: joined.content };
    const state = joined && scanContent(joined.content, joined.seams);
    const closesLayers = !this.#hidesLayers || this.#forms.closeLayers(this.#document.dict(resources));
    if (state && closesLayers) return { streams, wrapping: wrapContent(joined.content, state) };
    const enclosed = this.#hidesLayers ? this.#enclosed(found, joined, state) : undefined;
    return enclosed ? { key, enclosed } : { streams, wrapping: undefined };
  }

  /** What a form around the content has to contain; undefined if a stream is unreadable. */
  #enclosed(
    streams: ContentStream[],
    joined: Joined | undefined,
    state: ContentState | undefined,
  ): Enclosed["enclosed"] | undefined {
    if (joined && state && (state.surplus.length > 0 || state.marked > 0))
      return balanced(joined.content, state);
    const [only] = streams;
    if (only && streams.length === 1) return only.object;
    return this.#joinedWithinBudget(streams, "as far as it goes")?.content;
  }

  #certain(streams: ContentStream[]): Joined | undefined {
    const objects = new Set(streams.map(({ object }) => object));
    const sound = [...objects].every((object) => hasCertainData(this.#document, object));
    return sound ? this.#joinedWithinBudget(streams, "whole") : undefined;
  }

  #joinedWithinBudget(streams: ContentStream[], extent: Extent): Joined | undefined {
    const joined = this.#joined(streams, extent, Math.min(largestPage, this.#budget));
    this.#budget -= joined?.content.length ?? 0;
    return joined;
  }

  /**
   * The content of all streams and the positions between them; undefined if it cannot be read or is longer than
   * `limit`.
   */
  #joined(streams: ContentStream[], extent: Extent, limit: number): Joined | undefined {
    const [only] = streams;
    if (only && streams.length === 1) {
      const content = this.#document.unpacked(only.object, limit, extent);
      return typeof content === "string" || content.length > limit ? undefined : { content, seams: [] };
    }
    const parts: Buffer[] = [];
    const known = new Map<PdfObject, Buffer>();
    const seams: number[] = [];
    let length = 0;
    for (const { object } of streams) {
      const part = known.get(object) ?? this.#document.unpacked(object, limit - length, extent);
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

function wrapContent(content: Buffer, state: ContentState): Wrapping {
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
