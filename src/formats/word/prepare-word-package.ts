import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { AppError, type Message } from "../../errors.ts";
import { openOutput } from "../output-file.ts";
import { type ReadAt, withReadAt } from "../read-at.ts";
import { checkWordPackage, listEntries, withZip, wordPackageMessages } from "../sniff/sniff-word-package.ts";
import { longestDeclaration, xmlReader, xmlWriter } from "../sniff/xml-text.ts";
import { readPieces } from "../zip/pieces.ts";
import { layOutZip, type ZipRecord, zipMethods } from "../zip/write-zip.ts";
import { type FrozenFields, noteFields } from "./field-notes.ts";
import { PartFields } from "./freeze-fields.ts";

export type PreparedWord = {
  /** Whether the document contains only text and images. */
  isPlain: boolean;
  /** What the stamped copy shows differently from Word. */
  notes: Message[];
};

/**
 * Checks a Word package (`checkWordPackage`) and writes a copy to the new file `output` in which each field is the text
 * that the file stores as its result: a converter would compute it again, with its own clock, file name and rules, and
 * print sentences that nobody wrote. Without fields, it is the same file. Must run in a child process.
 */
export async function prepareWordPackage(input: string, output: string): Promise<PreparedWord> {
  const { isPlain, partsWithFields } = await checkWordPackage(input);
  if (partsWithFields.size === 0) {
    await writeFile(output, createReadStream(input));
    return { isPlain, notes: [] };
  }
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const records = await withZip(input, (zip) =>
    withReadAt(input, async (readAt) => {
      const records: ZipRecord[] = [];
      for (const entry of await listEntries(zip))
        records.push(
          partsWithFields.has(entry.fileName)
            ? await freezePart(zip, entry, frozen)
            : await copyPart(zip, entry, readAt),
        );
      return records;
    }),
  );
  const file = await openOutput(output);
  try {
    for await (const bytes of readPieces(layOutZip(records, new Date(0)))) await file.writeFile(bytes);
  } finally {
    await file.close();
  }
  return { isPlain, notes: noteFields(frozen) };
}

/** The part as it is stored, still compressed. */
async function copyPart(zip: ZipFile, entry: Entry, readAt: ReadAt): Promise<ZipRecord> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const method = entry.compressionMethod === zipMethods.stored ? zipMethods.stored : zipMethods.deflated;
  return {
    ...{ name: entry.fileName, method, crc: entry.crc32, size: entry.uncompressedSize },
    content: [await readAt(fileDataStart, entry.compressedSize)],
  };
}

/** The part with its fields frozen. Reads it twice, because whether a field ends shows only later. */
async function freezePart(zip: ZipFile, entry: Entry, frozen: FrozenFields): Promise<ZipRecord> {
  const fields = new PartFields();
  await readPart(zip, entry, (text) => fields.read(text));
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
  const writer = fields.freeze(frozen, (text) => pieces.push(text));
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
async function readPart(
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
