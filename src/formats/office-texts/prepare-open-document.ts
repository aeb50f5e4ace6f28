import { crc32, deflateRawSync } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { checkWordPackage } from "../sniff/sniff-word-package.ts";
import { changesAccepted } from "../word/change-notes.ts";
import { type FrozenFields, noteFields } from "../word/field-notes.ts";
import { macrosLeftOut, picturesNotLoaded } from "../word/font-notes.ts";
import { type PreparedWord, readPart, rewritePackage } from "../word/prepare-word-package.ts";
import { type ZipRecord, zipMethods } from "../zip/write-zip.ts";
import { OpenDocumentFields } from "./open-document-fields.ts";

/** The text, and the headers and footers. */
const parts = new Set(["content.xml", "styles.xml"]);

/** A module of Basic, or a script in another language; libraries without modules are only lists. */
const macro = /^(?:Basic\/[^/]+\/(?!(?:script|dialog)-lb)[^/]+\.xml|Scripts\/.+\.[^/.]+)$/;

/**
 * Checks an OpenDocument text like a Word package (`checkWordPackage`) and writes a copy to the new file `output` in
 * which each field is the text that the file stores for it, and tracked changes are accepted. Must run in a child
 * process.
 */
export async function prepareOpenDocument(input: string, output: string): Promise<PreparedWord> {
  await checkWordPackage(input);
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  let hasMacros = false;
  let hasChanges = false;
  let refersToPictures = false;
  await rewritePackage(input, output, async (zip, entry) => {
    hasMacros ||= macro.test(entry.fileName);
    if (!parts.has(entry.fileName)) return undefined;
    const part = await freezePart(zip, entry, frozen);
    hasChanges ||= part.fields.hasChanges;
    refersToPictures ||= part.fields.refersToPictures;
    return part.record;
  });
  const notes = [
    ...(hasChanges ? [changesAccepted] : []),
    ...noteFields(frozen),
    ...(hasMacros ? [macrosLeftOut] : []),
    ...(refersToPictures ? [picturesNotLoaded] : []),
  ];
  return { isPlain: false, tracksChanges: false, hasEquations: false, notes };
}

type FrozenPart = { record: ZipRecord; fields: OpenDocumentFields };

async function freezePart(zip: ZipFile, entry: Entry, frozen: FrozenFields): Promise<FrozenPart> {
  const written: Buffer[] = [];
  let pieces: string[] = [];
  const fields = new OpenDocumentFields(entry.fileName === "styles.xml", frozen, (text) => pieces.push(text));
  const encoding = await readPart(
    zip,
    entry,
    (text, { encode }) => {
      fields.read(text);
      written.push(encode(pieces.join("")));
      pieces = [];
    },
    (mark) => written.push(mark),
  );
  fields.end();
  written.push(encoding.encode(pieces.join("")));
  const content = Buffer.concat(written);
  const record = {
    name: entry.fileName,
    method: zipMethods.deflated,
    crc: crc32(content),
    size: content.length,
    content: [deflateRawSync(content, { level: 1 })],
  };
  return { record, fields };
}
