import { readFile, writeFile } from "node:fs/promises";
import { AppError, type Message } from "../../errors.ts";
import { withReadAt } from "../read-at.ts";
import { findTextEncoding, type TextEncoding } from "../sniff/sniff-text.ts";
import { escapeXml } from "../text/escape-xml.ts";
import type { PreparedWord } from "../word/prepare-word-package.ts";
import { listCharacters } from "../word/used-text.ts";
import { readPieces } from "../zip/pieces.ts";
import { writeZip } from "../zip/write-zip.ts";

/** About as many lines as the pages that can be stamped have. */
const max = { lines: 200_000, characters: 10_000_000 };

const textMessages = {
  unreadable: {
    code: "text-unreadable",
    text: "Couldn't read this text. Please save it as PDF, or as plain text in UTF-8, and upload that.",
  },
  tooLong: {
    code: "text-too-long",
    text: "This text is too long: at most {lines} lines can be stamped. Please split it and upload the parts.",
    params: { lines: max.lines },
  },
} as const;

const unreadableCharacters: Message = {
  code: "note-text-control-characters",
  text: "This text contains characters that cannot be shown, such as control characters. The stamped copy shows \ufffd instead.",
};
const readAsWindows: Message = {
  code: "note-text-encoding",
  text: "This text does not say how its letters are encoded; it was read as Windows-1252 (Western European).",
};

/**
 * Writes a plain text to the new file `output` as a Word document, line by line and in a monospaced font; long lines
 * wrap. Throws AppError `unsupported` for what is no text or too long. Must run in a child process.
 */
export async function preparePlainText(input: string, output: string): Promise<PreparedWord> {
  const encoding = await withReadAt(input, findTextEncoding);
  if (encoding === undefined) throw AppError.from("unsupported", textMessages.unreadable);
  const bytes = await readFile(input);
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.length > max.characters) throw AppError.from("unsupported", textMessages.tooLong);
  const shown = text.replace(unshown, "\ufffd");
  const lines = shown.split(/\r\n|[\n\r\v\u0085\u2028\u2029]/);
  if (lines.length > max.lines) throw AppError.from("unsupported", textMessages.tooLong);
  await writeDocument(output, lines);
  const notes = [
    ...(isGuess(encoding, bytes) ? [readAsWindows] : []),
    ...(shown === text ? [] : [unreadableCharacters]),
  ];
  return {
    isPlain: true,
    tracksChanges: false,
    hasEquations: false,
    text: { fonts: [], characters: listCharacters(shown) },
    notes,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
const unshown = /[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/g;

const isGuess = (encoding: TextEncoding, bytes: Buffer): boolean =>
  encoding === "windows-1252" && bytes.some((byte) => byte >= 0x80);

const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const styleType = "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml";
const relationship = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNames = "http://schemas.openxmlformats.org/package/2006";
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
/** The first one that the machine has. */
const font = "Liberation Mono;DejaVu Sans Mono;Noto Sans Mono";
/** US Letter with margins of 3/4 inch: 84 columns of 10-point letters. In twentieths of a point. */
const page = { width: 12_240, height: 15_840, margin: 1_080 };

const styles = `<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:before="0" w:after="0" w:line="240" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults></w:styles>`;

async function writeDocument(output: string, lines: string[]): Promise<void> {
  const section = `<w:sectPr><w:pgSz w:w="${page.width}" w:h="${page.height}"/><w:pgMar w:top="${page.margin}" w:right="${page.margin}" w:bottom="${page.margin}" w:left="${page.margin}" w:header="0" w:footer="0" w:gutter="0"/></w:sectPr>`;
  const body = lines.map(writeLine).join("");
  const parts: Record<string, string> = {
    "[Content_Types].xml": `<Types xmlns="${packageNames}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/><Override PartName="/word/styles.xml" ContentType="${styleType}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/_rels/document.xml.rels": `<Relationships xmlns="${packageNames}/relationships"><Relationship Id="rId1" Type="${relationship}/styles" Target="styles.xml"/></Relationships>`,
    "word/styles.xml": styles,
    "word/document.xml": `<w:document ${word}><w:body>${body}${section}</w:body></w:document>`,
  };
  const files = Object.entries(parts).map(([name, xml]) => ({ name, content: [Buffer.from(xml)] }));
  const pieces: Uint8Array[] = [];
  for await (const piece of readPieces(writeZip(files, new Date(0)))) pieces.push(piece);
  await writeFile(output, Buffer.concat(pieces));
}

/** Letters of scripts that are written from right to left. */
const rightToLeft = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

function writeLine(line: string): string {
  const runs = line
    .split(/([\t\f])/)
    .map((part) => {
      if (part === "\t") return "<w:tab/>";
      if (part === "\f") return '<w:br w:type="page"/>';
      return part === "" ? "" : `<w:t xml:space="preserve">${escapeXml(part)}</w:t>`;
    })
    .join("");
  const direction = rightToLeft.test(line) ? "<w:pPr><w:bidi/></w:pPr>" : "";
  return `<w:p>${direction}${runs === "" ? "" : `<w:r>${runs}</w:r>`}</w:p>`;
}
