import { expect, test } from "bun:test";
import { PartChanges } from "./accept-changes.ts";

const declaration = 'xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const part = (body: string) => `<x:document ${declaration}><x:body>${body}</x:body></x:document>`;
const run = (text: string) => `<x:r><x:t>${text}</x:t></x:r>`;
const mark = (kind: string, rest = "") => `<x:pPr>${rest}<x:rPr><x:${kind} x:id="1"/></x:rPr></x:pPr>`;

function accept(text: string, pieceLength = text.length): { text: string; hasChanges: boolean } {
  const pieces = Array.from({ length: Math.ceil(text.length / pieceLength) }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
  const changes = new PartChanges();
  for (const piece of pieces) changes.read(piece);
  let written = "";
  const writer = changes.accept(new Set(), (piece) => {
    written += piece;
  });
  for (const piece of pieces) writer.read(piece);
  writer.end();
  return { text: written, hasChanges: changes.hasChanges };
}

test("changes are accepted however the part is cut into pieces", () => {
  const body = [
    `<x:p>${mark("del", '<x:jc x:val="right"/>')}${run("One ")}</x:p><x:bookmarkStart x:id="3"/><x:p><x:pPr><x:jc x:val="left"/></x:pPr>${run("line")}</x:p>`,
    `<x:p>${mark("del")}<x:del x:id="2">${run("gone")}</x:del></x:p><x:p/>`,
    `<x:p><x:del>${run("old")}</x:del><x:ins x:id="4" xmlns:y="urn:y">${run("new")}</x:ins></x:p>`,
  ].join("");
  const accepted = [
    `<x:bookmarkStart x:id="3"/><x:p><x:pPr><x:jc x:val="left"/></x:pPr>${run("One ")}${run("line")}</x:p>`,
    "<x:p></x:p>",
    `<x:p><x:smartTag xmlns:y="urn:y">${run("new")}</x:smartTag></x:p>`,
  ].join("");
  for (const length of [1, 2, 7, 1_000])
    expect(accept(part(body), length)).toEqual({ text: part(accepted), hasChanges: true });
});

test("elements of other namespaces, and parts without changes, stay as they are", () => {
  const other = `<x:p><del xmlns="http://www.w3.org/1999/xhtml">kept</del>${run("ins &lt;w:del&gt;")}</x:p>`;
  expect(accept(part(other))).toEqual({ text: part(other), hasChanges: false });
});

test("the last paragraph of a cell, of a text box and of the document stays", () => {
  const last = `<x:p>${mark("del")}${run("last")}</x:p>`;
  const kept = `<x:p><x:pPr><x:rPr></x:rPr></x:pPr>${run("last")}</x:p>`;
  const around = (content: string) =>
    part(`<x:tbl><x:tr><x:tc>${content}</x:tc></x:tr></x:tbl>${content}<x:sectPr/>`);
  expect(accept(around(last)).text).toBe(around(kept));
});

const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const mathRun = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
const gone = (content: string) => `<x:del x:id="1">${content}</x:del>`;
const control = (change = "") => `<m:ctrlPr>${change}<x:rPr><x:i/></x:rPr></m:ctrlPr>`;
const fraction = (above: string, below: string, change = "", argument = "") =>
  `<m:f><m:fPr>${control(change)}</m:fPr><m:num>${above}${argument}</m:num><m:den>${below}</m:den></m:f>`;
const deletedControl = '<x:del x:id="2"/>';
const equation = (content: string) =>
  part(`<x:p ${math}>${run("Rent: ")}<m:oMath>${content}</m:oMath></x:p>`);

test("a deleted fraction goes with its bar, and one of which something stays keeps it", () => {
  const pairs = [
    [fraction(gone(mathRun("1")), gone(mathRun("2")), deletedControl) + mathRun("3"), mathRun("3")],
    [
      fraction(gone(fraction("", "", deletedControl)), gone(mathRun("2")), deletedControl) + mathRun("3"),
      mathRun("3"),
    ],
    [
      fraction(fraction(gone(mathRun("1")), "", deletedControl), "", deletedControl) + mathRun("3"),
      mathRun("3"),
    ],
    [fraction(gone(mathRun("1")) + mathRun("4"), "", deletedControl), fraction(mathRun("4"), "")],
    [
      fraction(gone(mathRun("1")), mathRun("2"), "", control(deletedControl)),
      fraction("", mathRun("2"), "", control()),
    ],
    [fraction(gone(mathRun("1")), "") + mathRun("3"), fraction("", "") + mathRun("3")],
  ];
  for (const [before = "", after = ""] of pairs) expect(accept(equation(before)).text).toBe(equation(after));
});

test("an equation of which nothing stays does not stay as an empty one", () => {
  const empty = part(`<x:p ${math}>${run("Rent: ")}</x:p>`);
  expect(accept(equation(gone(mathRun("1")))).text).toBe(empty);
  expect(accept(equation(fraction(gone(mathRun("1")), "", deletedControl))).text).toBe(empty);
  expect(accept(equation("")).text).toBe(equation(""));
});
