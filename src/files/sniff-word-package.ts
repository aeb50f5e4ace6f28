import { type Entry, openPromise, type ZipFile } from "yauzl";
import { AppError } from "../errors.ts";
import { longestSvgTag, mayBePackedSvg, svgReachesOut, svgTag } from "./svg-links.ts";
import { XmlDepth } from "./xml-depth.ts";
import { longestDeclaration, looksLikeXml, xmlReader } from "./xml-text.ts";

const maxEntries = 2_000;
const maxUnpacked = 300_000_000;
const maxRatio = 200;
/** Entries below this size may be packed as tightly as they like. */
const ratioFrom = 1_000_000;
const maxContentTypes = 1_000_000;
const maxSvg = 32_000_000;
/**
 * People nest two or three tables and some sixty elements. LibreOffice's time for tables grows with the power of their
 * depth: a hundred of them, 5 kB in all, had not ended after minutes.
 */
const deepest = { elements: 500, tables: 20 };

const wordDocumentType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const contentTypesName = "[Content_Types].xml";

export const wordPackageMessages = {
  damaged: "This Word document is damaged. Please open it in Word, save it again and upload the new file.",
  tooLarge: "This Word document unpacks to far more than it should, so it was not opened.",
  tooDeep:
    "This Word document has tables or other parts nested too deeply to be opened. Please save it as PDF and upload that.",
  unsafe:
    "This Word document holds parts that are not safe to open. Please save it again in Word and upload the new file.",
} as const;

/**
 * Whether a ZIP file is a Word document without macros: its list of content types names a main document, and
 * that part is there. Looks at the directory and at one small part only; `checkWordPackage` does the rest.
 */
export async function findWordDocument(path: string): Promise<boolean> {
  return withZip(path, async (zip) => {
    const entries = await listEntries(zip);
    const contentTypes = entries.find(({ fileName }) => fileName === contentTypesName);
    if (!contentTypes || contentTypes.uncompressedSize > maxContentTypes) return false;
    const main = mainPart(await readText(zip, contentTypes));
    return main !== undefined && entries.some(({ fileName }) => `/${fileName}` === main);
  });
}

/**
 * Inflates every part of a Word package once, keeping nothing, before a converter sees it. Throws AppError
 * `unsupported` for bombs, parts that overlap or are links, XML with a document type (entities) or nested absurdly, and
 * pictures that show other files.
 * To be called in a child process: it takes time in proportion to the unpacked size.
 */
export async function checkWordPackage(path: string): Promise<void> {
  await withZip(path, async (zip) => {
    const entries = await listEntries(zip);
    await refuseOverlap(zip, entries);
    let unpacked = 0;
    for (const entry of entries) {
      refuseUnsafe(entry);
      unpacked += await inflateEntry(zip, entry, maxUnpacked - unpacked);
    }
  });
}

async function withZip<Result>(path: string, use: (zip: ZipFile) => Promise<Result>): Promise<Result> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    return await use(zip);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("unsupported", wordPackageMessages.damaged, { cause: error });
  } finally {
    zip?.close();
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > maxEntries) throw new AppError("unsupported", wordPackageMessages.tooLarge);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

/** Two parts that share bytes are how a small file unpacks to petabytes. */
async function refuseOverlap(zip: ZipFile, entries: Entry[]): Promise<void> {
  const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let end = 0;
  for (const entry of inOrder) {
    if (entry.relativeOffsetOfLocalHeader < end)
      throw new AppError("unsupported", wordPackageMessages.unsafe);
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    end = fileDataStart + entry.compressedSize;
  }
}

function refuseUnsafe(entry: Entry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0xf000) === 0xa000;
  if (isLink || !entry.canDecodeFileData()) throw new AppError("unsupported", wordPackageMessages.unsafe);
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (entry.uncompressedSize > maxUnpacked || (entry.uncompressedSize > ratioFrom && ratio > maxRatio))
    throw new AppError("unsupported", wordPackageMessages.tooLarge);
}

/** Bytes an entry really inflates to; throws as soon as they exceed `budget`. */
async function inflateEntry(zip: ZipFile, entry: Entry, budget: number): Promise<number> {
  const check = checkOfPart(/\.(xml|rels|vml)$/i.test(entry.fileName));
  let size = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > budget) throw new AppError("unsupported", wordPackageMessages.tooLarge);
    check.read(bytes);
  }
  check.end();
  return size;
}

type PartCheck = { read: (piece: Buffer) => void; end: () => void };

/** Looks at one part, piece by piece, as it is inflated. `isXml`: whether its name says so; it may have any other. */
function checkOfPart(isXml: boolean): PartCheck {
  let start: Buffer | undefined = Buffer.alloc(0);
  let check: PartCheck | undefined;
  const begin = (bytes: Buffer, isAll: boolean) => {
    if (!isAll && bytes.length < longestDeclaration) return;
    start = undefined;
    if (mayBePackedSvg(bytes)) throw new AppError("unsupported", wordPackageMessages.unsafe);
    if (isXml || (looksLikeXml(bytes) ?? true)) check = checkOfXml(bytes);
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
      check?.end();
    },
  };
}

function checkOfXml(start: Buffer): PartCheck {
  const read = xmlReader(start.subarray(0, longestDeclaration));
  if (!read) throw new AppError("unsupported", wordPackageMessages.unsafe);
  const depth = new XmlDepth();
  const svg = new SvgCheck();
  let tail = "";
  return {
    read(piece) {
      const text = read(piece);
      if (/<!(DOCTYPE|ENTITY)/i.test(tail + text))
        throw new AppError("unsupported", wordPackageMessages.unsafe);
      svg.read(tail, text);
      tail = (tail + text).slice(-longestSvgTag);
      depth.read(text);
      if (depth.hasForeignPart) throw new AppError("unsupported", wordPackageMessages.unsafe);
      if (depth.deepest.elements > deepest.elements || depth.deepest.tables > deepest.tables)
        throw new AppError("unsupported", wordPackageMessages.tooDeep);
    },
    end: () => svg.end(),
  };
}

/** Keeps a part from its first SVG tag on, and judges it when all of it is there. */
class SvgCheck {
  #svg: string | undefined;

  read(tail: string, text: string): void {
    if (this.#svg !== undefined) this.#svg += text;
    else if (svgTag.test(tail + text)) this.#svg = tail + text;
    if ((this.#svg?.length ?? 0) > maxSvg) throw new AppError("unsupported", wordPackageMessages.tooLarge);
  }

  end(): void {
    if (this.#svg !== undefined && svgReachesOut(this.#svg))
      throw new AppError("unsupported", wordPackageMessages.unsafe);
  }
}

async function readText(zip: ZipFile, entry: Entry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Part name of the main document in a list of content types (ECMA-376 part 2, 10.1.2.2). */
function mainPart(contentTypes: string): string | undefined {
  // Without "<", so that thousands of beginnings without an end are each read once.
  for (const [element] of contentTypes.matchAll(/<(?:\w+:)?Override\b[^<>]*>/g)) {
    if (attribute(element, "ContentType") === wordDocumentType) return attribute(element, "PartName");
  }
  return undefined;
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(element)?.[1];
}
