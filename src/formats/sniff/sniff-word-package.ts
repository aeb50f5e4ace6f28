import { type Entry, openPromise, type ZipFile } from "yauzl";
import { AppError } from "../../errors.ts";
import { hasExternalReference, longestSvgTag, mayBePackedSvg, svgTag } from "./svg-links.ts";
import { XmlDepth } from "./xml-depth.ts";
import { longestDeclaration, looksLikeXml, xmlReader } from "./xml-text.ts";

const maxEntries = 2_000;
const maxUnpacked = 300_000_000;
const maxRatio = 200;
/** Entries below this size may have any compression ratio. */
const ratioFrom = 1_000_000;
/** Pictures too: the metafile of a form can be ten megabytes of the same few bytes. */
const maxDensePicture = 64_000_000;
/** Maximum size of the content types and relationships parts. */
const maxListBytes = 1_000_000;
const maxSvg = 32_000_000;
/**
 * Real documents nest two or three tables and about sixty elements. LibreOffice's time for tables grows exponentially
 * with their depth: a hundred nested tables, 5 kB in all, did not finish within minutes.
 */
const deepest = { elements: 500, tables: 20 };

const wordDocumentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const contentTypesName = "[Content_Types].xml";
/** The transitional and the strict form of the format (ECMA-376 part 1 and part 4). */
const mainPartRelationships = [
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument",
  "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument",
];

export const wordPackageMessages = {
  damaged: {
    code: "word-damaged",
    text: "This document is damaged. Please open it, save it again and upload the new file.",
  },
  tooLarge: {
    code: "word-unpacks-too-large",
    text: "This document unpacks to far more than it should, so it was not opened.",
  },
  tooDeep: {
    code: "word-nested-too-deeply",
    text: "This document has tables or other parts nested too deeply to be opened. Please save it as PDF and upload that.",
  },
  unsafe: {
    code: "word-unsafe",
    text: "This document contains parts that are not safe to open. Please save it again and upload the new file.",
  },
} as const;

/**
 * Whether a ZIP file is a Word document without macros: its content types name a main document, and that part exists.
 * Reads only the directory and two small parts; `checkWordPackage` does the rest.
 */
export async function findWordDocument(path: string): Promise<boolean> {
  return withZip(path, async (zip) => {
    const entries = await listEntries(zip);
    const find = (part: string) => entries.find(({ fileName }) => samePart(`/${fileName}`, part));
    const contentTypes = await readSmallPart(zip, find(`/${contentTypesName}`));
    const named = parseOverrides(contentTypes).some(
      ({ part, type }) => type === wordDocumentType && find(part) !== undefined,
    );
    if (named) return true;
    const main = mainPartIn(await readSmallPart(zip, find("/_rels/.rels")));
    return (
      main !== undefined && find(main) !== undefined && typeOfPart(contentTypes, main) === wordDocumentType
    );
  });
}

export type WordPackage = {
  /** Whether it embeds no object and has no external reference except hyperlinks. */
  isPlain: boolean;
  /** What the parts mention, by their names; parts that mention nothing are not in it. */
  mentions: Map<string, Mentions>;
  hasEquations: boolean;
};

/** What has to be rewritten in a part before a converter sees it. */
export type Mentions = { fields: boolean; changes: boolean };
type Found = Mentions & { equations: boolean };

/**
 * Inflates every part of a Word package once, without storing anything, before a converter sees it. Throws AppError
 * `unsupported` for bombs, parts that overlap, share a name or are links, XML with a document type (entities) or
 * extreme nesting, and pictures that show other files. Must run in a child process: the time is proportional to the
 * unpacked size.
 */
export async function checkWordPackage(path: string): Promise<WordPackage> {
  return withZip(path, async (zip) => {
    const mentions = new Map<string, Mentions>();
    const entries = await listEntries(zip);
    await refuseOverlap(zip, entries);
    refuseRepeatedNames(entries);
    let unpacked = 0;
    let isPlain = true;
    let hasEquations = false;
    for (const entry of entries) {
      refuseUnsafe(entry);
      const part = await inflateEntry(zip, entry, maxUnpacked - unpacked);
      unpacked += part.size;
      const { fields, changes, equations } = part.found;
      if (fields || changes) mentions.set(entry.fileName, { fields, changes });
      hasEquations ||= equations;
      isPlain &&= await isPlainPart(zip, entry);
    }
    return { isPlain, mentions, hasEquations };
  });
}

async function isPlainPart(zip: ZipFile, entry: Entry): Promise<boolean> {
  if (/(^|\/)(embeddings|activeX)\//i.test(entry.fileName)) return false;
  if (!/\.rels$/i.test(entry.fileName)) return true;
  const relationships = await readSmallPart(zip, entry);
  if (relationships === "" || relationships.includes("&#")) return false;
  const links = findElements(relationships, "Relationship").filter(
    (element) =>
      attribute(element, "TargetMode") === "External" && attribute(element, "Type")?.endsWith("/hyperlink"),
  );
  return (relationships.match(/\bExternal\b/gi) ?? []).length === links.length;
}

/** The elements of fields (ECMA-376 part 1, 17.16.18, 17.16.19 and 17.3.3), with any prefix. */
const fieldElement = /fldChar|fldSimple|[<:](?:(?:day|month|year)(?:Short|Long)|pgNum)[\s/>]/;
/** The elements of tracked changes (17.13.5), in any namespace. */
const changeElement =
  /[<:](?:ins|del|moveFrom|moveTo|\w+Change|cell(?:Ins|Del|Merge)|(?:move|customXml)\w+Range(?:Start|End))[\s/>]/;

/** The element of an equation (22.1.2.77), in any namespace. */
const equationElement = /[<:]oMath[\s/>]/;

/** The last parts of the types of relationships with what is outside of the package, such as "image". */
export async function findReferences(zip: ZipFile, entries: Entry[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const entry of entries.filter(({ fileName }) => /\.rels$/i.test(fileName))) {
    for (const element of findElements(await readSmallPart(zip, entry), "Relationship")) {
      const type = attribute(element, "Type") ?? "";
      if (attribute(element, "TargetMode") === "External") found.add(type.slice(type.lastIndexOf("/") + 1));
    }
  }
  return found;
}

export async function withZip<Result>(path: string, use: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    return await use(zip);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw AppError.from("unsupported", wordPackageMessages.damaged, { cause: error });
  } finally {
    zip?.close();
  }
}

export async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Parts that share bytes let a small file unpack to petabytes. */
async function refuseOverlap(zip: ZipFile, entries: Entry[]): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw AppError.from("unsupported", wordPackageMessages.unsafe);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
}

/** Of two parts with the same name, each program shows another one (ECMA-376 part 2, 6.2.2.3). */
function refuseRepeatedNames(entries: Entry[]): void {
  const names = entries.map(({ fileName }) => fileName.toLowerCase()).filter((name) => !name.endsWith("/"));
  if (new Set(names).size < names.length) throw AppError.from("unsupported", wordPackageMessages.unsafe);
}

function refuseUnsafe(entry: Entry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;
  if (isLink || !entry.canDecodeFileData()) throw AppError.from("unsupported", wordPackageMessages.unsafe);
  if (entry.uncompressedSize > (isDense(entry) ? maxDensePicture : maxUnpacked))
    throw AppError.from("unsupported", wordPackageMessages.tooLarge);
}

function isDense({ uncompressedSize, compressedSize }: Entry): boolean {
  return uncompressedSize > ratioFrom && uncompressedSize / Math.max(1, compressedSize) > maxRatio;
}

type InflatedPart = { size: number; found: Found };

/** The actual inflated size of an entry; throws as soon as it exceeds `budget`. */
async function inflateEntry(zip: ZipFile, entry: Entry, budget: number): Promise<InflatedPart> {
  const check = checkOfPart(/\.(xml|rels|vml)$/i.test(entry.fileName), isDense(entry));
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > budget) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
    check.read(bytes);
  }
  return { size, found: check.end() };
}

type PartCheck = { read: (piece: Buffer) => void; end: () => Found };
const nothing: Found = { fields: false, changes: false, equations: false };

/**
 * Checks one part chunk by chunk while it is inflated. `isXml` says whether its name is that of an XML part; content
 * may be XML under any name. XML that is `dense` may be a bomb.
 */
function checkOfPart(isXml: boolean, dense: boolean): PartCheck {
  let start: Buffer | undefined = Buffer.alloc(0);
  let check: PartCheck | undefined;
  const begin = (bytes: Buffer, isAll: boolean) => {
    if (!isAll && bytes.length < longestDeclaration) return;
    start = undefined;
    if (mayBePackedSvg(bytes)) throw AppError.from("unsupported", wordPackageMessages.unsafe);
    if (isXml || (looksLikeXml(bytes) ?? true)) {
      if (dense) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
      check = checkOfXml(bytes);
    }
    check?.read(bytes);
  };
  return {
    read(piece) {
      if (start === undefined) return check?.read(piece);
      start = Buffer.concat([start, piece]);
      begin(start, false);
    },
    end() {
      if (start?.length) begin(start, true);
      return check?.end() ?? nothing;
    },
  };
}

function checkOfXml(start: Buffer): PartCheck {
  const read = xmlReader(start.subarray(0, longestDeclaration));
  if (!read) throw AppError.from("unsupported", wordPackageMessages.unsafe);
  const depth = new XmlDepth();
  const svg = new SvgCheck();
  let tail = "";
  const found = { ...nothing };
  return {
    read(piece) {
      const text = read(piece);
      found.fields ||= fieldElement.test(tail + text);
      found.changes ||= changeElement.test(tail + text);
      found.equations ||= equationElement.test(tail + text);
      if (/<!(DOCTYPE|ENTITY)/i.test(tail + text))
        throw AppError.from("unsupported", wordPackageMessages.unsafe);
      svg.read(tail, text);
      tail = (tail + text).slice(-longestSvgTag);
      depth.read(text);
      if (depth.hasForeignPart) throw AppError.from("unsupported", wordPackageMessages.unsafe);
      if (depth.deepest.elements > deepest.elements || depth.deepest.tables > deepest.tables)
        throw AppError.from("unsupported", wordPackageMessages.tooDeep);
    },
    end() {
      svg.end();
      return found;
    },
  };
}

/** Buffers a part from its first SVG tag on, and checks it when it is complete. */
class SvgCheck {
  #svg: string | undefined;

  read(tail: string, text: string): void {
    if (this.#svg !== undefined) this.#svg += text;
    else if (svgTag.test(tail + text)) this.#svg = tail + text;
    if ((this.#svg?.length ?? 0) > maxSvg) throw AppError.from("unsupported", wordPackageMessages.tooLarge);
  }

  end(): void {
    if (this.#svg !== undefined && hasExternalReference(this.#svg))
      throw AppError.from("unsupported", wordPackageMessages.unsafe);
  }
}

/** The text of a part that describes the package; empty if it is missing or too large. */
export async function readSmallPart(zip: ZipFile, entry: Entry | undefined): Promise<string> {
  if (entry === undefined || entry.uncompressedSize > maxListBytes) return "";
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return xmlReader(bytes.subarray(0, longestDeclaration))?.(bytes) ?? "";
}

/** Part names are case-insensitive (ECMA-376 part 2, 6.2.2.3). */
function samePart(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function parseOverrides(contentTypes: string): { part: string; type: string | undefined }[] {
  return findElements(contentTypes, "Override").map((element) => ({
    part: attribute(element, "PartName") ?? "",
    type: attribute(element, "ContentType"),
  }));
}

/** An entry for the part itself takes precedence over the one for its extension (ECMA-376 part 2, 7.2.3.3). */
function typeOfPart(contentTypes: string, part: string): string | undefined {
  const own = parseOverrides(contentTypes).find((override) => samePart(override.part, part));
  if (own) return own.type;
  const ending = part.slice(part.lastIndexOf(".") + 1);
  const byEnding = findElements(contentTypes, "Default").find((element) =>
    samePart(attribute(element, "Extension") ?? "", ending),
  );
  return byEnding && attribute(byEnding, "ContentType");
}

/** The name of the part that the package relationships identify as the main document. */
function mainPartIn(relationships: string): string | undefined {
  for (const element of findElements(relationships, "Relationship")) {
    const target = attribute(element, "Target");
    if (target === undefined || !mainPartRelationships.includes(attribute(element, "Type") ?? "")) continue;
    return `/${target.replace(/^(?:\.?\/)+/, "")}`;
  }
  return undefined;
}

/** Matches tags without "<" inside, so that thousands of unfinished tags are each read once. */
function findElements(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}\\b[^<>]*>`, "g")) ?? [];
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(element)?.[1];
}
