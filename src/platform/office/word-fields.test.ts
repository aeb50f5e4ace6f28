import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fieldRules } from "../../formats/word/field-types.ts";
import { prepareWordPackage } from "../../formats/word/prepare-word-package.ts";
import { complexField, simpleField, textRun } from "../../formats/word/test-fields.ts";
import { startResidentOffice } from "./resident-office.ts";
import { requireOffice } from "./test-office.ts";
import { type DocxParts, makeDocx } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "word-fields-test-"));
const { sandbox, program, python } = await requireOffice();
const office = startResidentOffice(sandbox, python, program);
afterAll(async () => {
  await office.end();
  rmSync(folder, { recursive: true });
});

async function getText(parts: DocxParts): Promise<string> {
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, makeDocx(parts));
  const source = `${input}.docx`;
  await prepareWordPackage(input, source);
  const filter = await identifyWordFile(source);
  await office.convert({ input: source, output: `${input}.pdf`, filter, name: "lease.docx" });
  return Bun.$`pdftotext -layout ${input}.pdf -`.text();
}

/** The rest of a field's code, for types that LibreOffice would compute only with it. */
const operands: Record<string, string> = {
  "=": "1 + 1",
  ASK: 'rent "How much?"',
  BARCODE: '"12345" \\u',
  COMPARE: "1 = 1",
  DATE: '\\@ "MMMM d, yyyy"',
  DOCPROPERTY: "Title",
  DOCVARIABLE: "rent",
  EQ: "\\o(a,b)",
  FILLIN: '"How much?"',
  GOTOBUTTON: "rent label",
  HYPERLINK: '"https://example.org"',
  IF: '1 = 1 "computed" "computed"',
  INCLUDETEXT: '"other.docx"',
  INFO: "Title",
  MACROBUTTON: "Macro label",
  MERGEFIELD: "rent",
  NEXTIF: "1 = 1",
  NOTEREF: "rent",
  PAGEREF: "rent",
  QUOTE: '"computed"',
  REF: "lost",
  SEQ: "figure",
  SET: 'rent "900"',
  SKIPIF: "1 = 1",
  STYLEREF: '"Heading 1"',
  SYMBOL: "183 \\f Symbol",
  TC: '"entry"',
  TIME: '\\@ "HH:mm"',
  TOC: '\\o "1-3"',
  XE: '"entry"',
};

/**
 * What the stamped copy shows for each type of field (ECMA-376 part 1, 17.16.5; the last ones are Word's own) where the
 * file stores the text "stored" for it, and where it stores none.
 */
const shown: Record<string, [stored: string, empty: string]> = {
  ADDRESSBLOCK: ["stored", ""],
  ADVANCE: ["", ""],
  ASK: ["", ""],
  AUTHOR: ["stored", ""],
  AUTONUM: ["stored", ""],
  AUTONUMLGL: ["stored", ""],
  AUTONUMOUT: ["stored", ""],
  AUTOTEXT: ["stored", ""],
  AUTOTEXTLIST: ["stored", ""],
  BARCODE: ["stored", ""],
  BIBLIOGRAPHY: ["stored", ""],
  CITATION: ["stored", ""],
  COMMENTS: ["stored", ""],
  COMPARE: ["stored", ""],
  CREATEDATE: ["stored", ""],
  DATABASE: ["stored", ""],
  DATE: ["stored", ""],
  DDE: ["stored", ""],
  DDEAUTO: ["stored", ""],
  DOCPROPERTY: ["stored", ""],
  DOCVARIABLE: ["stored", ""],
  EDITTIME: ["stored", ""],
  EQ: ["stored", ""],
  FILENAME: ["stored", ""],
  FILESIZE: ["stored", ""],
  FILLIN: ["stored", ""],
  FORMCHECKBOX: ["stored", ""],
  FORMDROPDOWN: ["two", "two"],
  FORMTEXT: ["stored", ""],
  GOTOBUTTON: ["stored", ""],
  GREETINGLINE: ["stored", ""],
  HYPERLINK: ["stored", ""],
  IF: ["stored", ""],
  INCLUDEPICTURE: ["stored", ""],
  INCLUDETEXT: ["stored", ""],
  INDEX: ["stored", ""],
  INFO: ["stored", ""],
  KEYWORDS: ["stored", ""],
  LASTSAVEDBY: ["stored", ""],
  LINK: ["stored", ""],
  LISTNUM: ["stored", ""],
  MACROBUTTON: ["stored", "label"],
  MERGEFIELD: ["stored", ""],
  MERGEREC: ["stored", ""],
  MERGESEQ: ["stored", ""],
  NEXT: ["", ""],
  NEXTIF: ["", ""],
  NOTEREF: ["stored", ""],
  NUMCHARS: ["stored", ""],
  NUMPAGES: ["stored", ""],
  NUMWORDS: ["stored", ""],
  PAGE: ["stored", ""],
  PAGEREF: ["stored", ""],
  PRINT: ["", ""],
  PRINTDATE: ["stored", ""],
  PRIVATE: ["", ""],
  QUOTE: ["stored", ""],
  RD: ["", ""],
  REF: ["stored", ""],
  REVNUM: ["stored", ""],
  SAVEDATE: ["stored", ""],
  SECTION: ["stored", ""],
  SECTIONPAGES: ["stored", ""],
  SEQ: ["stored", ""],
  SET: ["", ""],
  SKIPIF: ["", ""],
  STYLEREF: ["stored", ""],
  SUBJECT: ["stored", ""],
  SYMBOL: ["stored", "·"],
  TA: ["", ""],
  TC: ["", ""],
  TEMPLATE: ["stored", ""],
  TIME: ["stored", ""],
  TITLE: ["stored", ""],
  TOA: ["stored", ""],
  TOC: ["stored", ""],
  USERADDRESS: ["stored", ""],
  USERINITIALS: ["stored", ""],
  USERNAME: ["stored", ""],
  XE: ["", ""],
  "=": ["stored", ""],
  DISPLAYBARCODE: ["stored", ""],
  IMPORT: ["stored", ""],
  INCLUDE: ["stored", ""],
  MERGEBARCODE: ["stored", ""],
};

const data: Record<string, string> = {
  FORMCHECKBOX: '<w:ffData><w:checkBox><w:sizeAuto/><w:default w:val="1"/></w:checkBox></w:ffData>',
  FORMDROPDOWN:
    '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="one"/><w:listEntry w:val="two"/></w:ddList></w:ffData>',
};

test("each field of a DOCX shows the text that the file stores [threat F19]", async () => {
  expect(Object.keys(shown)).toEqual(Object.keys(fieldRules));
  const fieldsOf = (type: string) => {
    const code = `${type} ${operands[type] ?? ""}`;
    return [complexField(code, textRun("stored"), data[type]), complexField(code, undefined, data[type])];
  };
  const line = (type: string) =>
    `<w:p>${textRun(`${type}: `)}${fieldsOf(type)
      .map((field) => `${textRun("(")}${field}${textRun(")")}`)
      .join("")}</w:p>`;
  const text = (await getText({ body: Object.keys(shown).map(line).join("") })).replaceAll("\f", "");
  const found = Object.fromEntries(
    [...text.matchAll(/^ *(\S+): \((.*?)\)\((.*?)\)$/gm)].map(([, type = "", stored = "", empty = ""]) => [
      type,
      [stored.trim(), empty.trim()],
    ]),
  );
  expect(found).toEqual(shown);
});

/** How the documentation says what is shown; of a box that is ticked, no text is. */
const words: Record<string, string> = {
  stored: "that text",
  "": "nothing",
  two: "the entry that is chosen",
  label: "its label",
  "·": "its sign",
};
const box = "its box, ticked or not";

test("docs/operating.md says of every field what is shown", () => {
  const groups = new Map<string, string[]>();
  for (const [type, [stored, empty]] of Object.entries(shown)) {
    const without = type === "FORMCHECKBOX" ? box : words[empty];
    const columns = `| ${words[stored]} | ${without} |`;
    groups.set(columns, [...(groups.get(columns) ?? []), type]);
  }
  const rows = [...groups].map(([columns, types]) => `| ${types.join(", ")} ${columns}`);
  const page = readFileSync(join(import.meta.dir, "../../../docs/operating.md"), "utf8");
  const table = page.match(/^\| [A-Z=][A-Z, =]+ \|.*$/gm);
  expect(table?.map((row) => row.replace(/ +/g, " "))).toEqual(rows);
});

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const officeRelationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const part = (root: string, content: string) => `<w:${root} ${wordNamespace}>${content}</w:${root}>`;
const related = (id: string, type: string) =>
  `<Relationship Id="${id}" Type="${officeRelationships}/${type}" Target="${type}.xml"/>`;
const dates = `<w:p>${complexField('DATE \\@ "yyyy"', textRun("in 2019"))}${simpleField("FILENAME", textRun(" as first.docx"))}</w:p>`;

test("fields in headers, footers, footnotes and text boxes show the stored text, and pages their numbers", async () => {
  const page = `<w:p>${textRun("Page ")}${complexField("PAGE", textRun("7"))}${textRun(" of ")}${simpleField("NUMPAGES", textRun("8"))}</w:p>`;
  const box = `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:60pt"><v:textbox><w:txbxContent>${dates}</w:txbxContent></v:textbox></v:shape></w:pict>`;
  const text = await getText({
    body: `<w:p>${textRun("Text")}<w:r><w:footnoteReference w:id="2"/></w:r></w:p><w:p><w:r>${box}</w:r></w:p><w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/></w:sectPr>`,
    relationships: related("rId1", "header") + related("rId2", "footer") + related("rId3", "footnotes"),
    parts: {
      "word/header.xml": part("hdr", dates),
      "word/footer.xml": part("ftr", dates + page),
      "word/footnotes.xml": part("footnotes", `<w:footnote w:id="2">${dates}</w:footnote>`),
    },
  });
  expect(text.match(/in 2019 as first\.docx/g)).toHaveLength(4);
  expect(text).toContain("Page 1 of 1");
});

test("a part in UTF-16 is converted with its stored text", async () => {
  const document = `\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document ${wordNamespace}><w:body>${dates}<w:p>${textRun("Zażółć")}</w:p></w:body></w:document>`;
  const wide = Buffer.from(document, "utf16le");
  for (const bytes of [wide, Buffer.from(wide).swap16()]) {
    const text = await getText({ parts: { "word/document.xml": bytes } });
    expect(text).toContain("in 2019 as first.docx");
    expect(text).toContain("Zażółć");
  }
});
