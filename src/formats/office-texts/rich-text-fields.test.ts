import { expect, test } from "bun:test";
import type { FrozenFields } from "../word/field-notes.ts";
import { freezeRichText } from "./rich-text-fields.ts";

function freeze(body: string) {
  const frozen: FrozenFields = { stored: new Set(), missing: new Set() };
  const { text, ...rest } = freezeRichText(`{\\rtf1 ${body}}`, frozen);
  return { text, ...rest, stored: [...frozen.stored], missing: [...frozen.missing] };
}

const code = "{\\*\\fldinst { DATE }}";
const result = "{\\fldrslt {March 14, 2019}}";

for (const [where, body] of [
  ["at the beginning of its group", `{\\field${code}${result}}`],
  ["behind formatting", `{\\b\\field${code}${result}}`],
  ["behind text", `{Due on \\field\\flddirty${code}${result}}`],
  [
    "with its code and result behind formatting",
    "{\\field{\\*\\b\\fldinst DATE}{\\b\\fldrslt March 14, 2019}}",
  ],
  ["without groups for its code and result", "{\\field\\fldinst DATE \\fldrslt March 14, 2019}"],
  ["as the second one of its group", `{\\field${code}{\\fldrslt first}\\field${code}${result}}`],
  ["inside the field of another group", `{\\field{\\i\\b ${code}}${result}}`],
  ["without its field", `${code}${result}`],
] as const) {
  test(`the stored text of a field of an RTF is shown, ${where} [threat F19]`, () => {
    const { text, stored, missing } = freeze(body);
    expect(text).not.toMatch(/\\field|fldinst|fldrslt|DATE/);
    expect(text).toContain("March 14, 2019");
    expect([stored, missing]).toEqual([["DATE"], []]);
    expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length ?? 0);
  });
}

test("a link stays a link wherever its field begins, and a page number in a footer, too", () => {
  const link = '{\\*\\fldinst HYPERLINK "https://example.org"}{\\fldrslt page}';
  expect(freeze(`{\\b\\field${link}}`).text).toBe(`{\\rtf1 {\\b\\field${link}}}`);
  const page = "{\\footer {\\b\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}}";
  expect(freeze(page).text).toBe(`{\\rtf1 ${page}}`);
});

test("what belongs to an object goes, wherever its word stands, and its picture stays [threat G1]", () => {
  const { text } = freeze("{\\object{\\b\\objdata 0105{\\i 02}}{\\*\\template a.dot}{\\result drawn}} after");
  expect(text).toBe("{\\rtf1 {\\object{\\b{}}{}{\\result drawn}} after}");
});

test("pictures of other places are noticed, and those in the file are not mistaken for them", () => {
  const shape = (flags: number) =>
    `{\\shp{\\*\\shpinst{\\sp{\\sn pibName}{\\sv a.png}}{\\sp{\\sn pibFlags}{\\sv ${flags}}}}}`;
  const field = '{\\field{\\*\\fldinst INCLUDEPICTURE "https://example.org/a.png"}{\\fldrslt {\\pict 00}}}';
  expect([field, shape(10), shape(2), "{\\pict 00}"].map((body) => freeze(body).refersToPictures)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("boxes and lists of a form keep their state, and bookmarks around them are no part of a code", () => {
  const data =
    "{\\*\\datafield 650000}{\\*\\formfield{\\fftype2\\ffres1{\\*\\ffname Pets}{\\*\\ffl yes}{\\*\\ffl no}}}";
  const list = `{\\field{\\*\\fldinst {\\*\\bkmkstart Pets} FORMDROPDOWN ${data}}{\\fldrslt }}`;
  expect(freeze(list)).toMatchObject({ text: `{\\rtf1 ${list}}`, stored: [], missing: [] });
  const typed = `{\\field{\\*\\fldinst FORMTEXT ${data}}{\\fldrslt none}}`;
  expect(freeze(typed)).toMatchObject({ text: "{\\rtf1 {{}{none}}}", stored: ["FORMTEXT"] });
  const empty = "{\\field{\\*\\fldinst DATE}{\\fldrslt {\\*\\bkmkstart Due}}}";
  expect(freeze(empty).missing).toEqual(["DATE"]);
});

test("equations are noticed", () => {
  const math = "{\\mmath{\\*\\moMath{\\mr a=1500}}}";
  expect([freeze(math).hasEquations, freeze("moMath").hasEquations]).toEqual([true, false]);
});

test("letters of a code that are written as numbers are letters [threat F19]", () => {
  for (const code of ["PAGE\\'52EF lost", "PAGE\\u82 EF lost", "\\'44ATE", "DAT\\u69 "]) {
    const { text, stored } = freeze(`{\\header {\\field{\\*\\fldinst ${code}}{\\fldrslt stored}}}`);
    expect([code, text]).toEqual([code, "{\\rtf1 {\\header {{}{stored}}}}"]);
    expect([["PAGEREF"], ["DATE"]]).toContainEqual(stored);
  }
});

test("of a text in two encodings, only the one in Unicode is shown [threat F19]", () => {
  const date = "{\\field{\\*\\fldinst DATE}{\\fldrslt 2019}}";
  expect(freeze(`The tenant {\\upr{may ${date}}{\\*\\ud{may not ${date}}}} keep pets.`).text).toBe(
    "{\\rtf1 The tenant {{{may not {{}{2019}}}}} keep pets.}",
  );
  expect(freeze("{\\upr{may}}").text).toBe("{\\rtf1 {{may}}}");
});
