import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { AppError, type Message } from "../../errors.ts";
import { openOutput } from "../output-file.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import {
  checkWordPackage,
  findReferences,
  listEntries,
  type Mentions,
  withZip,
  wordPackageMessages,
} from "../sniff/sniff-word-package.ts";
import { longestDeclaration, xmlReader, xmlWriter } from "../sniff/xml-text.ts";
import { readPieces } from "../zip/pieces.ts";
import { layOutZip, type ZipRecord, zipMethods } from "../zip/write-zip.ts";
import { type NoteReferences, PartChanges } from "./accept-changes.ts";
import { changesAccepted } from "./change-notes.ts";
import { type FrozenFields, noteFields } from "./field-notes.ts";
import { documentsNotLoaded, macrosLeftOut, picturesNotLoaded } from "./font-notes.ts";
import { PartFields } from "./freeze-fields.ts";
import { FontStyles, TextUse, ThemeFonts, type UsedText } from "./used-text.ts";

export type PreparedWord = {
  /** Whether the document contains only text and images. */
  isPlain: boolean;
  /** Whether changes are left that the converter must accept: those of a DOC or an RTF. */
  tracksChanges: boolean;
  /** Whether it has equations, of which the file has no pictures. */
  hasEquations: boolean;
  /** The text of a document that can be read without LibreOffice. */
  text?: UsedText;
  /** What the stamped copy shows differently from Word. */
  notes: Message[];
};

/**
 * Checks a Word package (`checkWordPackage`) and writes a copy to the new file `output` that a converter cannot
 * misread. Tracked changes are accepted: it would print deleted text next to the new. Each field is the text that the
 * file stores as its result: it would compute it again, with its own clock, file name and rules, and print sentences
 * that no one wrote. Without both, it is the same file. Must run in a child process.
 */
export async function prepareWordPackage(input: string, output: string): Promise<PreparedWord> {
  const { isPlain, mentions, hasEquations } = await checkWordPackage(input);
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const { records, ...about } = await withZip(input, (zip) =>
    withReadAt(input, async (readAt) => {
      const entries = await listEntries(zip);
      const text = new TextUse(await readStyles(zip, entries));
      const mentioning = mentions.size > 0 ? entries : [];
      const changes = await findChanges(zip, mentioning, mentions);
      const deletedNotes = await findDeletedNotes(zip, changes);
      const parts = new Map<Entry, PartRewriter>();
      for (const [entry, partChanges] of changes) {
        const hasFields = mentions.get(entry.fileName)?.fields ?? false;
        parts.set(
          entry,
          await examinePart(zip, entry, hasFields, { changes: partChanges, deletedNotes, frozen }),
        );
      }
      const records: ZipRecord[] = [];
      for (const entry of entries) {
        const part = parts.get(entry);
        const reader = isText(entry) ? text.openPart() : undefined;
        if (part) records.push(await rewritePart(zip, entry, part, reader));
        else {
          if (reader) await readPart(zip, entry, (piece) => reader.read(piece));
          if (parts.size > 0) records.push(await copyPart(zip, entry, readAt));
        }
        reader?.end();
      }
      const hasChanges = [...changes.values()].some((part) => part.hasChanges);
      return { records, text: text.used, hasChanges, notes: await notePackage(zip, entries) };
    }),
  );
  if (records.length === 0) await writeFile(output, createReadStream(input));
  else await writePackage(output, records);
  return {
    isPlain,
    tracksChanges: false,
    hasEquations,
    text: about.text,
    notes: [...(about.hasChanges ? [changesAccepted] : []), ...noteFields(frozen), ...about.notes],
  };
}

/** Writes a copy of a package to the new file `output`; parts for which `change` returns a record become that. */
export async function rewritePackage(
  input: string,
  output: string,
  change: (zip: ZipFile, entry: Entry) => Promise<ZipRecord | undefined>,
): Promise<void> {
  const records = await withZip(input, (zip) =>
    withReadAt(input, async (readAt) => {
      const records: ZipRecord[] = [];
      for (const entry of await listEntries(zip))
        records.push((await change(zip, entry)) ?? (await copyPart(zip, entry, readAt)));
      return records;
    }),
  );
  await writePackage(output, records);
}

async function writePackage(output: string, records: ZipRecord[]): Promise<void> {
  const file = await openOutput(output);
  try {
    for await (const bytes of readPieces(layOutZip(records, new Date(0)))) await file.writeFile(bytes);
  } finally {
    await file.close();
  }
}

/** Notes about what a converter leaves out. */
async function notePackage(zip: ZipFile, entries: Entry[]): Promise<Message[]> {
  const hasMacros = entries.some(({ fileName }) => /(^|\/)vbaProject\.bin$/i.test(fileName));
  const references = await findReferences(zip, entries);
  return [
    ...(hasMacros ? [macrosLeftOut] : []),
    ...(references.has("image") ? [picturesNotLoaded] : []),
    ...(references.has("subDocument") ? [documentsNotLoaded] : []),
  ];
}

async function readStyles(zip: ZipFile, entries: Entry[]): Promise<FontStyles> {
  const find = (name: string) => entries.find(({ fileName }) => fileName.toLowerCase() === name);
  const theme = find("word/theme/theme1.xml");
  const fonts = new ThemeFonts();
  if (theme) await readPart(zip, theme, (piece) => fonts.read(piece));
  fonts.end();
  const styles = new FontStyles(fonts);
  const part = find("word/styles.xml");
  if (part) await readPart(zip, part, (piece) => styles.read(piece));
  styles.end();
  return styles;
}

const isText = ({ fileName }: Entry) =>
  /^word\/(?:document|header|footer|footnotes|endnotes)\d*\.xml$/i.test(fileName);

/** Something that reads the text of a part piece by piece. */
type TextReader = { read: (text: string) => void; end: () => void };
/** Returns the reader that writes the changed text to `write`. */
type PartRewriter = (write: (text: string) => void) => TextReader;

const isNotes = ({ fileName }: Entry) => /(?:foot|end)notes\d*\.xml$/i.test(fileName);

/** The part as it is stored, still compressed. */
async function copyPart(zip: ZipFile, entry: Entry, readAt: ReadAt): Promise<ZipRecord> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const method = entry.compressionMethod === zipMethods.stored ? zipMethods.stored : zipMethods.deflated;
  return {
    name: entry.fileName,
    method,
    crc: entry.crc32,
    size: entry.uncompressedSize,
    content: [await readAt(fileDataStart, entry.compressedSize)],
  };
}

/** The changes of each part that may have to be rewritten. */
async function findChanges(
  zip: ZipFile,
  entries: Entry[],
  mentions: ReadonlyMap<string, Mentions>,
): Promise<Map<Entry, PartChanges>> {
  const found = new Map<Entry, PartChanges>();
  for (const entry of entries) {
    const mentioned = mentions.get(entry.fileName);
    if (mentioned === undefined && !isNotes(entry)) continue;
    const changes = new PartChanges();
    if (mentioned?.changes) await readPart(zip, entry, (text) => changes.read(text));
    found.set(entry, changes);
  }
  return found;
}

/**
 * The notes that only deleted text refers to. They are known before any part is examined, whatever the order of the
 * parts: otherwise the fields of a note would be numbered when they are found and not when they are written.
 */
async function findDeletedNotes(
  zip: ZipFile,
  parts: ReadonlyMap<Entry, PartChanges>,
): Promise<ReadonlySet<string>> {
  const references: NoteReferences = { deleted: new Set(), kept: new Set() };
  if (![...parts.values()].some(({ hasChanges }) => hasChanges)) return new Set();
  for (const [entry, changes] of parts) {
    const finder = changes.findNotes(references);
    await readPart(zip, entry, (text) => finder.read(text));
    finder.end();
  }
  return references.deleted.difference(references.kept);
}

type Found = { changes: PartChanges; deletedNotes: ReadonlySet<string>; frozen: FrozenFields };

/** Finds the fields of a part. It is read again when it is written: whether a field ends is only known later in it. */
async function examinePart(
  zip: ZipFile,
  entry: Entry,
  hasFields: boolean,
  { changes, deletedNotes, frozen }: Found,
): Promise<PartRewriter> {
  const fields = new PartFields();
  if (hasFields || changes.hasChanges) {
    const finder = changes.accept(deletedNotes, (text) => fields.read(text));
    await readPart(zip, entry, (text) => finder.read(text));
    finder.end();
  }
  return (write) => {
    const fieldWriter = fields.freeze(frozen, write);
    const writer = changes.accept(deletedNotes, (text) => fieldWriter.read(text));
    const end = () => {
      writer.end();
      fieldWriter.end();
    };
    return { read: (text) => writer.read(text), end };
  };
}

/** The part with its changes accepted, then its fields frozen. */
async function rewritePart(
  zip: ZipFile,
  entry: Entry,
  rewriter: PartRewriter,
  reader: Pick<TextReader, "read"> | undefined,
): Promise<ZipRecord> {
  const deflate = createDeflateRaw({ level: 1 });
  const compressed: Buffer[] = [];
  deflate.on("data", (piece: Buffer) => compressed.push(piece));
  const finished = new Promise<void>((resolve, reject) => {
    deflate.on("end", resolve);
    deflate.on("error", reject);
  });
  let crc = 0;
  let size = 0;
  const write = (bytes: Buffer) => {
    crc = crc32(bytes, crc);
    size += bytes.length;
    return deflate.write(bytes);
  };
  let pieces: string[] = [];
  const writer = rewriter((text) => {
    pieces.push(text);
    reader?.read(text);
  });
  const encoding = await readPart(
    zip,
    entry,
    async (text, { encode }) => {
      writer.read(text);
      const isAccepted = write(encode(pieces.join("")));
      pieces = [];
      if (!isAccepted) await new Promise((resolve) => deflate.once("drain", resolve));
    },
    write,
  );
  writer.end();
  write(encoding.encode(pieces.join("")));
  deflate.end();
  await finished;
  return { name: entry.fileName, method: zipMethods.deflated, crc, size, content: compressed };
}

type Encoding = ReturnType<typeof xmlWriter>;

/** Decodes a part piece by piece; `begin` gets the mark at its start. */
export async function readPart(
  zip: ZipFile,
  entry: Entry,
  take: (text: string, encoding: Encoding) => void | Promise<void>,
  begin: (mark: Buffer) => void = () => {},
): Promise<Encoding> {
  let start = Buffer.alloc(0);
  let read: ((piece: Buffer) => string) | undefined;
  let encoding: Encoding | undefined;
  const open = () => {
    encoding = xmlWriter(start);
    read = xmlReader(start.subarray(0, longestDeclaration));
    if (read === undefined) throw AppError.from("unsupported", wordPackageMessages.unsafe);
    begin(encoding.mark);
    return { read, encoding };
  };
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    const piece = chunk as Buffer;
    if (read !== undefined && encoding !== undefined) {
      await take(read(piece), encoding);
      continue;
    }
    start = Buffer.concat([start, piece]);
    if (start.length < longestDeclaration) continue;
    const opened = open();
    await take(opened.read(start), opened.encoding);
  }
  if (encoding !== undefined) return encoding;
  const opened = open();
  await take(opened.read(start), opened.encoding);
  return opened.encoding;
}
