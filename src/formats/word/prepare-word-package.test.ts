import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listEntries, withZip } from "../sniff/sniff-word-package.ts";
import { writeZip } from "../zip/write-zip.ts";
import { prepareWordPackage, readPart } from "./prepare-word-package.ts";
import { complexField, textRun } from "./test-fields.ts";

const folder = mkdtempSync(join(tmpdir(), "word-package-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Prepares a package with these parts in this order; returns the prepared text of the part `name`. */
async function prepare(parts: Record<string, string>, name: string) {
  const [input, output] = [join(folder, crypto.randomUUID()), join(folder, crypto.randomUUID())];
  const files = Object.entries(parts).map(([name, text]) => ({ name, content: [Buffer.from(text)] }));
  writeFileSync(
    input,
    Buffer.concat(writeZip(files, new Date(0)).filter((piece) => piece instanceof Uint8Array)),
  );
  const { notes } = await prepareWordPackage(input, output);
  let text = "";
  await withZip(output, async (zip) => {
    for (const entry of await listEntries(zip))
      if (entry.fileName === name)
        await readPart(zip, entry, (piece) => {
          text += piece;
        });
  });
  return { text, notes };
}

const footnote = (id: number, content: string) =>
  `<w:footnote w:id="${id}"><w:p>${content}</w:p></w:footnote>`;
const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
const link = complexField('HYPERLINK "https://example.org"', textRun("page"));
const date = complexField("DATE", textRun("March 14, 2019"));
const footnotes = `<w:footnotes ${namespace}>${footnote(2, link)}${footnote(3, date)}</w:footnotes>`;
const document = `<w:document ${namespace}><w:body><w:p><w:del>${reference(2)}</w:del>${reference(3)}</w:p></w:body></w:document>`;

test("a footnote shows the stored date, whether the file has its footnotes before or after its text [threat F19]", async () => {
  const [notesName, documentName] = ["word/footnotes.xml", "word/document.xml"];
  const orders = [
    { [notesName]: footnotes, [documentName]: document },
    { [documentName]: document, [notesName]: footnotes },
  ];
  for (const parts of orders) {
    const { text, notes } = await prepare(parts, notesName);
    expect(text).toContain(textRun("March 14, 2019"));
    expect(text).not.toMatch(/DATE|fldChar|HYPERLINK/);
    expect(notes).toMatchObject([
      { code: "note-word-changes-accepted" },
      { code: "note-word-fields-stored", params: { fields: "DATE" } },
    ]);
  }
});

test("a document without any field still names the elements that Word shows as today's date [threat F19]", async () => {
  const due = `<w:document ${namespace}><w:body><w:p><w:r><w:t>Due </w:t><w:yearLong/></w:r></w:p><w:sectPr><w:pgNumType/></w:sectPr></w:body></w:document>`;
  const { notes } = await prepare({ "word/document.xml": due }, "word/document.xml");
  expect(notes).toMatchObject([{ code: "note-word-fields-missing", params: { fields: "DATE" } }]);
});

test("a master document is said to show documents that are not in it", async () => {
  const relationship = (type: string) =>
    `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="other" TargetMode="External"/>`;
  const notesOf = async (...types: string[]) =>
    (
      await prepare(
        {
          "word/document.xml": document,
          "word/_rels/document.xml.rels": `<Relationships>${types.map(relationship).join("")}</Relationships>`,
        },
        "word/document.xml",
      )
    ).notes.slice(1);
  expect(await notesOf("subDocument", "hyperlink")).toMatchObject([
    { code: "note-word-documents-not-loaded" },
  ]);
  expect(await notesOf("image")).toMatchObject([{ code: "note-word-pictures-not-loaded" }]);
});
