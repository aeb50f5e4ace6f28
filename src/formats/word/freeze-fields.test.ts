import { expect, test } from "bun:test";
import { wordPackageMessages } from "../sniff/sniff-word-package.ts";
import type { FrozenFields } from "./field-notes.ts";
import { PartFields } from "./freeze-fields.ts";
import { codeText, complexField, fieldAround, simpleField, textRun } from "./test-fields.ts";

const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Freezes a part that is read in pieces of this length; `shown` has the texts of its paragraphs. */
function freeze(body: string, { root = "document", pieces = 1_000_000, declarations = namespace } = {}) {
  const xml = `<?xml version="1.0"?><w:${root} ${declarations}>${body}</w:${root}>`;
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const parts = Array.from({ length: Math.ceil(xml.length / pieces) }, (_, at) =>
    xml.slice(at * pieces, (at + 1) * pieces),
  );
  const fields = new PartFields();
  for (const part of parts) fields.read(part);
  let written = "";
  const writer = fields.freeze(frozen, (text) => {
    written += text;
  });
  for (const part of parts) writer.read(part);
  writer.end();
  const paragraphs = written.match(/<w:p>.*?<\/w:p>/gs) ?? [];
  return {
    written,
    stored: [...frozen.stored],
    missing: [...frozen.missing],
    shown: paragraphs.map((one) => one.replace(/<[^>]*>/g, "")),
  };
}

const paragraph = (content: string) => `<w:p>${content}</w:p>`;

test("a field is the text that the file stores, in every way a field can be written", () => {
  const date = 'DATE \\@ "MMMM d, yyyy"';
  const result = textRun("March 14, 2019");
  for (const field of [complexField(date, result), simpleField(date, result)]) {
    const sentence = paragraph(textRun("Due on ") + field + textRun("."));
    const { written, shown, stored, missing } = freeze(sentence);
    expect([shown, stored, missing]).toEqual([["Due on March 14, 2019."], ["DATE"], []]);
    expect(written).not.toMatch(/fldChar|instrText|fldSimple/);
    for (const pieces of [1, 7, 64]) expect(freeze(sentence, { pieces }).written).toBe(written);
  }
});

test("the fields inside the code of a field do not appear, those inside its result do", () => {
  const inner = complexField("MERGEFIELD pets", textRun("yes"));
  const code = codeText(" IF ") + inner + codeText(' = "yes" "may" "may not" ');
  const result = textRun("may not ") + simpleField("REF animal", textRun("keep dogs"));
  const { shown, stored } = freeze(
    paragraph(textRun("The tenant ") + fieldAround(code, result) + textRun(".")),
  );
  expect([shown, stored]).toEqual([["The tenant may not keep dogs."], ["IF", "REF"]]);
});

test("a code that spans paragraphs is no paragraph of the document", () => {
  const code = `${codeText(' IF 1 = 1 "one')}</w:p><w:p><w:pPr><w:jc w:val="right"/></w:pPr>${codeText('two" "" ')}`;
  const { shown, written } = freeze(
    paragraph(textRun("Before ") + fieldAround(code, `${textRun("one")}</w:p><w:p>${textRun("two")}`)),
  );
  expect(shown).toEqual(["Before one", "two"]);
  expect(written).not.toContain("w:jc");
});

test("only headers and footers keep page numbers as fields, because only layout knows them", () => {
  for (const type of ["PAGE", "NUMPAGES"]) {
    const field = paragraph(complexField(type, textRun("9")));
    expect(freeze(field).written).not.toContain("fldChar");
    for (const root of ["hdr", "ftr"])
      expect(freeze(field, { root })).toMatchObject({ stored: [], missing: [] });
    for (const root of ["hdr", "ftr"]) expect(freeze(field, { root }).written).toContain(field);
  }
  const section = paragraph(
    complexField("SECTION", textRun("2")) + complexField("SECTIONPAGES", textRun("9")),
  );
  expect(freeze(section, { root: "ftr" })).toMatchObject({
    shown: ["29"],
    stored: ["SECTION", "SECTIONPAGES"],
  });
  const inCode = fieldAround(
    codeText(" IF ") + complexField("PAGE", textRun("1")) + codeText(" = 1 a b "),
    textRun("a"),
  );
  expect(freeze(paragraph(inCode), { root: "hdr" }).written).not.toContain("fldChar");
});

test("links stay links, and boxes and lists of a form keep their state", () => {
  for (const field of [
    complexField('HYPERLINK "https://example.org"', textRun("here")),
    complexField("FORMCHECKBOX", undefined, "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"),
    complexField(
      "FORMDROPDOWN",
      textRun(""),
      "<w:ffData><w:ddList><w:result w:val='1'/></w:ddList></w:ffData>",
    ),
  ])
    expect(freeze(paragraph(field)).written).toContain(field);
});

test("what a field keeps for other fields is not shown", () => {
  for (const code of ['SET rent "900"', 'ASK rent "How much?"', 'XE "rent"', "NEXT"]) {
    const field = paragraph(textRun("Rent") + complexField(code, textRun("900")) + textRun(" is due."));
    expect(freeze(field)).toMatchObject({ shown: ["Rent is due."], stored: [], missing: [] });
  }
});

test("a field without a stored text is named", () => {
  const fields = complexField("AUTONUM", undefined) + complexField("DATE", "");
  expect(freeze(paragraph(fields))).toMatchObject({ stored: [], missing: ["AUTONUM", "DATE"] });
  expect(freeze(paragraph(complexField("<script>", textRun("x")))).stored).toEqual(["REF"]);
});

test("elements that Word shows as today's date or as a page number are named like fields [threat F19]", () => {
  const run = '<w:r><w:t xml:space="preserve">Due </w:t><w:dayShort/><w:monthLong/><w:yearLong/></w:r>';
  expect(freeze(paragraph(run))).toMatchObject({ shown: ["Due "], stored: [], missing: ["DATE"] });
  expect(freeze(paragraph("<w:r><w:pgNum/></w:r>")).missing).toEqual(["PAGE"]);
  const field = complexField("QUOTE", "<w:r><w:dayLong/></w:r>");
  expect(freeze(paragraph(field)).missing).toEqual(["DATE", "QUOTE"]);
});

test("nothing vanishes behind a field that never ends, or ends twice", () => {
  const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
  const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>';
  const open = freeze(
    paragraph(begin + codeText(" DATE ") + textRun("The rent")) + paragraph(textRun("is due.")),
  );
  expect([open.shown, open.written.includes("fldChar")]).toEqual([["The rent", "is due."], false]);
  expect(freeze(paragraph(end + textRun("The rent") + end)).shown).toEqual(["The rent"]);
  const around = freeze(paragraph(simpleField("DATE", begin + textRun("1")) + textRun(" and more") + end));
  expect(around.shown).toEqual(["1 and more"]);
});

test("fields are recognized in any prefix, in the strict namespace and in a text box of a code", () => {
  for (const uri of [
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
  ]) {
    const declarations = `${namespace} xmlns:x="${uri}" xmlns="${uri}" y="xmlns:x='other'"`;
    const field = `<x:fldSimple instr="DATE"><r><t>1</t></r></x:fldSimple>`;
    expect(freeze(paragraph(field), { declarations })).toMatchObject({ shown: ["1"], stored: ["DATE"] });
  }
  const other = '<x:fldSimple xmlns:x="urn:other" instr="DATE">1</x:fldSimple>';
  expect(freeze(paragraph(other)).written).toContain(other);
  const box = `<w:r><w:pict><w:txbxContent>${paragraph(complexField("DATE", textRun("2")))}</w:txbxContent></w:pict></w:r>`;
  expect(freeze(paragraph(fieldAround(codeText(" IF ") + box, textRun("3")))).written).not.toContain(
    "<w:pict>",
  );
  expect(freeze(paragraph(box)).written).toContain(textRun("2"));
});

test("what a frozen field declares stays declared for its text", () => {
  const field = '<w:fldSimple w:instr="DATE" xmlns:v="urn:v"><w:r><v:x/><w:t>1</w:t></w:r></w:fldSimple>';
  const smartTag = '<w:smartTag xmlns:v="urn:v"><w:r><v:x/><w:t>1</w:t></w:r></w:smartTag>';
  expect(freeze(paragraph(field)).written).toContain(smartTag);
});

test("comments, character data and instructions are no fields", () => {
  const body = "<!-- <w:fldSimple w:instr='DATE'> --><?x <w:fldChar/> ?><w:t><![CDATA[<w:fldChar/>]]></w:t>";
  for (const pieces of [1, 5, 1_000_000]) expect(freeze(body, { pieces }).written).toContain(body);
});

test("an endless tag and endlessly nested fields are refused [threat F8]", () => {
  const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>';
  expect(() => freeze(begin.repeat(100))).toThrow(wordPackageMessages.tooDeep.text);
  expect(() => freeze(`<w:p a="${"x".repeat(17_000_000)}`, { pieces: 100_000 })).toThrow(
    wordPackageMessages.tooLarge.text,
  );
});

test("a drawing with a whole picture in an attribute stays as it is, and fields after it are frozen", () => {
  const drawing = `<v:shape xmlns:v="urn:v" o="${"QUJD".repeat(500_000)}"/>`;
  const { written } = freeze(drawing + paragraph(complexField("DATE", textRun("2"))), { pieces: 65_536 });
  expect(written).toContain(drawing);
  expect(written).not.toContain("DATE");
});

test("attributes of other namespaces do not say what a field is", () => {
  const simple = `<w:fldSimple xmlns:x="urn:x" x:instr="HYPERLINK x" w:instr="DATE">${textRun("STORED")}</w:fldSimple>`;
  expect(freeze(paragraph(simple)).written).not.toContain("DATE");
  const complex = complexField("DATE", textRun("STORED")).replaceAll(
    "<w:fldChar ",
    '<w:fldChar xmlns:x="urn:x" x:fldCharType="zzz" ',
  );
  const { written } = freeze(paragraph(complex));
  expect(written).toContain("STORED");
  expect(written).not.toContain("DATE");
});

test("each character of a long tag is read a limited number of times, wherever it is split", () => {
  const long = `<w:p ${'a=">" '.repeat(400_000)}/>`;
  const { written } = freeze(long + paragraph(complexField("DATE", textRun("2"))), { pieces: 1_024 });
  expect(written).toContain(long);
  expect(written).not.toContain("DATE");
});

test("a comment that begins like an ending hides no field after it, and a document type is refused", () => {
  const field = paragraph(complexField("DATE", textRun("2")));
  for (const opening of ["<!-->", "<!--->", "<?>"]) {
    const long = `${opening}${"x".repeat(5_000)}${opening.startsWith("<?") ? "?>" : "-->"}`;
    const { written } = freeze(long + field, { pieces: 1_024 });
    expect(written).toContain(long);
    expect(written).not.toContain("DATE");
  }
  expect(() => freeze(`<!DOCTYPE x [${"y".repeat(50)}]>${field}`, { pieces: 1_024 })).toThrow(
    wordPackageMessages.unsafe.text,
  );
});

test("a part that is not the same when it is read again is never written with the fields of another", () => {
  const [link, date] = [complexField("HYPERLINK a", textRun("a")), complexField("DATE", textRun("b"))];
  const part = (content: string) => `<w:document ${namespace}>${paragraph(content)}</w:document>`;
  const others = [part(date), part(link + date + date), part(link + simpleField("DATE", textRun("b")))];
  for (const other of others) {
    const fields = new PartFields();
    fields.read(part(link + date));
    const writer = fields.freeze({ stored: new Set(), missing: new Set() }, () => {});
    expect(() => {
      writer.read(other);
      writer.end();
    }).toThrow("A part has other fields than before.");
  }
});
