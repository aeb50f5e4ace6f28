import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareWordPackage } from "../../formats/word/prepare-word-package.ts";
import { complexField, textRun } from "../../formats/word/test-fields.ts";
import type { Office } from "./office.ts";
import { startResidentOffice } from "./resident-office.ts";
import { prepareSingleUseOffice } from "./single-use-office.ts";
import { requireOffice } from "./test-office.ts";
import { type DocxParts, makeDocx } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "word-changes-test-"));
const { sandbox, program, python } = await requireOffice();
const resident = startResidentOffice(sandbox, python, program);
afterAll(async () => {
  await resident.end();
  rmSync(folder, { recursive: true });
});

const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
const change = (kind: string, ...runs: string[]) => `<w:${kind} ${by}>${runs.join("")}</w:${kind}>`;
const inserted = (text: string) => change("ins", textRun(text));
const deleted = (text: string) => change("del", textRun(text).replaceAll("w:t", "w:delText"));
const endMark = (kind: string) => `<w:pPr><w:rPr><w:${kind} ${by}/></w:rPr></w:pPr>`;
const paragraph = (...content: string[]) => `<w:p>${content.join("")}</w:p>`;
const cell = (content: string, properties = "") =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>${properties}</w:tcPr>${content}</w:tc>`;
const row = (cells: string, properties = "") => `<w:tr>${properties}${cells}</w:tr>`;
const table = (...rows: string[]) =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="3000"/></w:tblGrid>${rows.join("")}</w:tbl>`;
const changedRow = (kind: string, content: string) =>
  row(cell(paragraph(endMark(kind), content)), `<w:trPr><w:${kind} ${by}/></w:trPr>`);
const plainRow = (text: string) => row(cell(paragraph(textRun(text))));
const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const box = (content: string) =>
  `<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:60pt"><v:textbox><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;
const footnote = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;

/** Documents with pending changes, their final text, and that of LibreOffice where it accepts them wrongly. */
const samples: [what: string, parts: DocxParts, finalText: string, other?: string][] = [
  [
    "words",
    { body: paragraph(textRun("Rent is "), deleted("1,500"), inserted("1,800"), textRun(" a month.")) },
    "Rent is 1,800 a month.",
  ],
  [
    "words that were inserted and deleted again",
    { body: paragraph(textRun("Rent"), change("ins", deleted("free"), textRun(" is due")), textRun(".")) },
    "Rent is due.",
    "Rentfree is due.",
  ],
  [
    "joined paragraphs",
    {
      body: [
        paragraph(endMark("del"), textRun("One ")),
        paragraph(endMark("del"), deleted("gone")),
        paragraph('<w:pPr><w:jc w:val="right"/></w:pPr>', textRun("line.")),
        paragraph(textRun("Another.")),
      ].join(""),
    },
    "One line. Another.",
  ],
  [
    "divided paragraphs",
    { body: paragraph(endMark("ins"), textRun("First.")) + paragraph(textRun("Second.")) },
    "First. Second.",
  ],
  [
    "moved paragraphs",
    {
      body: [
        `<w:moveFromRangeStart w:name="m" ${by}/>`,
        paragraph(endMark("moveFrom"), change("moveFrom", textRun("Moved."))),
        '<w:moveFromRangeEnd w:id="1"/>',
        paragraph(textRun("Stays.")),
        `<w:moveToRangeStart w:name="m" ${by}/>`,
        paragraph(endMark("moveTo"), change("moveTo", textRun("Moved."))),
        '<w:moveToRangeEnd w:id="1"/>',
        paragraph(textRun("End.")),
      ].join(""),
    },
    "Stays. Moved. End.",
  ],
  [
    "rows",
    {
      body: table(
        changedRow("del", deleted("old row")),
        changedRow("ins", inserted("new row")),
        plainRow("row"),
      ).concat(paragraph(textRun("Below."))),
    },
    "new row row Below.",
  ],
  [
    "a whole table",
    {
      body: [
        paragraph(textRun("Above.")),
        table(changedRow("del", deleted("one")), changedRow("del", deleted("two"))),
        paragraph(textRun("Below.")),
      ].join(""),
    },
    "Above. Below.",
  ],
  [
    "an empty paragraph above a table",
    { body: paragraph(endMark("del"), deleted("gone")) + table(plainRow("row")) + paragraph() },
    "row",
  ],
  [
    "the last paragraph of a cell",
    {
      body:
        table(row(cell(paragraph(textRun("Kept.")) + paragraph(endMark("del"), deleted("gone"))))) +
        paragraph(textRun("Below.")),
    },
    "Kept. Below.",
  ],
  [
    "formatting, numbering and sections",
    {
      body: [
        paragraph(
          `<w:pPr><w:jc w:val="left"/><w:pPrChange ${by}><w:pPr><w:jc w:val="right"/></w:pPr></w:pPrChange></w:pPr>`,
          `<w:r><w:rPr><w:b/><w:rPrChange ${by}><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>Bold.</w:t></w:r>`,
        ),
        `<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:sectPrChange ${by}><w:sectPr><w:pgSz w:w="5000" w:h="5000"/></w:sectPr></w:sectPrChange></w:sectPr>`,
      ].join(""),
    },
    "Bold.",
  ],
  [
    "text boxes in joined paragraphs",
    {
      body: [
        paragraph(
          endMark("del"),
          textRun("Beside "),
          box(paragraph(endMark("del"), textRun("In ")) + paragraph(deleted("not "), textRun("box."))),
        ),
        paragraph(textRun("it.")),
      ].join(""),
    },
    "In box. Beside it.",
  ],
  [
    "fields",
    {
      body: paragraph(
        change("del", complexField("AUTHOR", textRun("Old"))),
        change("ins", complexField("AUTHOR", textRun("New"))),
        textRun(" owner."),
      ),
    },
    "New owner.",
  ],
  [
    "footnotes",
    {
      body: paragraph(
        textRun("One"),
        change("del", footnote(2)),
        textRun(" two"),
        footnote(3),
        textRun(" three."),
      ),
      relationships:
        '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/>',
      parts: {
        "word/footnotes.xml": `<w:footnotes ${wordNamespace}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote><w:footnote w:id="2">${paragraph(textRun("Withdrawn."))}</w:footnote><w:footnote w:id="3">${paragraph(deleted("Not here."), inserted("Here."))}</w:footnote></w:footnotes>`,
      },
    },
    "One two1 three. 1Here.",
    "One two1 three. 1Not here.Here.",
  ],
];

async function getText(office: Office, docx: string): Promise<string> {
  const output = join(folder, `${crypto.randomUUID()}.pdf`);
  await office.convert({
    input: docx,
    output,
    name: "lease.docx",
    filter: await identifyWordFile(docx),
  });
  return (await Bun.$`pdftotext -layout ${output} -`.text()).split(/\s+/).join(" ").trim();
}

for (const [what, parts, finalText, other = finalText] of samples) {
  test(`pending changes of ${what}: the final text is converted, as LibreOffice accepts it [threat F19]`, async () => {
    const path = join(folder, crypto.randomUUID());
    const prepared = `${path}-prepared`;
    writeFileSync(path, makeDocx(parts));
    const { notes } = await prepareWordPackage(path, prepared);
    expect(notes.map(({ code }) => code)).toContain("note-word-changes-accepted");
    expect(await getText(resident, prepared)).toBe(finalText);
    expect(await getText(resident, path)).toBe(other);
  });
}

test("a LibreOffice that cannot accept changes itself gets a document without any", async () => {
  const [path, prepared] = [join(folder, "all"), join(folder, "all-prepared")];
  writeFileSync(
    path,
    makeDocx({
      body: samples
        .slice(0, 8)
        .map(([, { body }]) => body)
        .join(""),
    }),
  );
  await prepareWordPackage(path, prepared);
  const text = await getText(prepareSingleUseOffice(sandbox, program), prepared);
  expect(text).toStartWith("Rent is 1,800 a month. Rent is due. One line. Another. First. Second.");
  expect(text).not.toMatch(/1,500|gone|old row|free|Old/);
});
