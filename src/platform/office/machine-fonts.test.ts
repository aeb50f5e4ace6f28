import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { say } from "../../errors.ts";
import { listFonts } from "../../formats/pdf/list-fonts.ts";
import { prepareWordPackage } from "../../formats/word/prepare-word-package.ts";
import { textRun } from "../../formats/word/test-fields.ts";
import { createLibreOfficeConverter } from "./libreoffice-converter.ts";
import { findAskedFonts, noteFonts, readMachineFonts } from "./machine-fonts.ts";
import type { ShownFont } from "./office.ts";
import type { Sandbox } from "./sandbox.ts";
import { requireOffice } from "./test-office.ts";
import { makeDocx, makeDocxWithLinkedPicture } from "./test-word-samples.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "machine-fonts-test-"));
const office = await requireOffice();
const converter = createLibreOfficeConverter(office);
afterAll(async () => {
  await converter.close();
  rmSync(folder, { recursive: true });
});

async function prepare(docx: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, docx);
  return { path, ...(await prepareWordPackage(path, `${path}.docx`)) };
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const font = (name: string) => `<w:rPr><w:rFonts w:ascii="${name}" w:hAnsi="${name}"/></w:rPr>`;
const style = (id: string, content: string, rest = "") =>
  `<w:style w:type="paragraph" w:styleId="${id}"${rest}>${content}</w:style>`;
const styles = `<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/></w:rPr></w:rPrDefault></w:docDefaults>${style("Normal", "", ' w:default="1"')}${style("Title", `<w:basedOn w:val="Normal"/>${font("Title Serif of No one")}`)}${style("Unused", font("Unused Font"))}</w:styles>`;
const theme =
  '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:minorFont><a:latin typeface="Text Sans of No one"/></a:minorFont></a:theme>';
const paragraph = (styleName: string, content: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${styleName}"/></w:pPr>${content}</w:p>`;

test("fonts that the text uses and the server does not have are named with those that are shown [threat F19]", async () => {
  const unseen = `<w:r>${font("Blank Font")}<w:t xml:space="preserve"> </w:t></w:r>`;
  const emoji = `<w:r>${font("Noto Emoji")}<w:t>🎉</w:t></w:r>`;
  const body = `${paragraph("Title", textRun("Lease"))}<w:p>${textRun("Rent")}${unseen}${emoji}</w:p>`;
  const parts = { "word/styles.xml": styles, "word/theme/theme1.xml": theme };
  const { path, text } = await prepare(makeDocx({ body, parts }));
  expect(text).toEqual({
    fonts: ["Noto Emoji", "Text Sans of No one", "Title Serif of No one"],
    characters: ["🎉"],
  });
  await converter.convert(`${path}.docx`, `${path}.pdf`);
  const embedded = listFonts(readFileSync(`${path}.pdf`));
  const [note, ...others] = await converter.noteFonts(text ?? { fonts: [], characters: [] }, embedded);
  expect(others).toEqual([]);
  expect(note).toMatchObject({
    code: "note-word-fonts-replaced",
    params: { fonts: "“Text Sans of No one”, “Title Serif of No one”" },
  });
  expect(String(note?.params?.used)).not.toMatch(/No one|^$/);
});

test("a theme with thousands of fonts is read once, and its comments are none", async () => {
  const fonts = `<a:minorFont><!-- <a:latin typeface="Comment"/> --><a:latin typeface="Łódź"/><a:ea typeface="中文"/></a:minorFont>`;
  const hostile = theme.replace(
    /<a:minorFont>.*<\/a:minorFont>/,
    `${fonts}${"<a:majorFont/>".repeat(60_000)}`,
  );
  const run = '<w:r><w:rPr><w:rFonts w:asciiTheme="majorHAnsi"/></w:rPr><w:t>Rent</w:t></w:r>';
  const chinese = '<w:r><w:rPr><w:rFonts w:eastAsiaTheme="minorEastAsia"/></w:rPr><w:t>合</w:t></w:r>';
  const body = `<w:p>${run.repeat(1_000)}${chinese}</w:p>`;
  const parts = { "word/styles.xml": styles, "word/theme/theme1.xml": hostile };
  expect((await prepare(makeDocx({ body, parts }))).text?.fonts).toEqual(["Łódź", "中文"]);
});

test("a document in Chinese names the fonts for Chinese, in any encoding of its parts", async () => {
  const fonts = '<w:rPr><w:rFonts w:ascii="Latin Font" w:eastAsia="中文"/></w:rPr>';
  const run = (content: string) =>
    `<w:document ${word}><w:body><w:p><w:r>${fonts}<w:t>${content}</w:t></w:r></w:p></w:body></w:document>`;
  for (const bytes of [Buffer.from(run("合同&#x1F389;")), Buffer.from(`\ufeff${run("合同🎉")}`, "utf16le")]) {
    const { text } = await prepare(makeDocx({ parts: { "word/document.xml": bytes } }));
    expect(text).toEqual({ fonts: ["中文"], characters: ["合", "同", "🎉"].sort() });
  }
});

test("a note names few fonts and characters, however many there are", () => {
  const text = {
    fonts: Array.from({ length: 50 }, (_, index) => `Font ${index}`.padEnd(200, ".")),
    characters: [..."ⵣ中文合同見本契約賃貸料金"],
  };
  const notes = noteFonts({ families: ["DejaVu Sans"], ranges: [[32, 0x24f]] }, text, ["DejaVuSans-Bold"]);
  expect(notes.map(({ code }) => code)).toEqual(["note-word-fonts-replaced", "note-word-characters-missing"]);
  expect(notes.every((note) => say(note).message.length < 600)).toBe(true);
  expect(notes[0]?.params?.used).toBe("“DejaVu Sans”");
  expect(notes[1]?.params?.characters).toStartWith("U+2D63, U+4E2D, ");
  expect(
    noteFonts({ families: ["Font"], ranges: [[32, 0xffff]] }, { fonts: ["font"], characters: ["中"] }, []),
  ).toEqual([]);
});

test("fonts that only signs are shown in are none that a text asked for", () => {
  const fonts: ShownFont[] = [
    ["Wingdings", ["OpenSymbol"]],
    ["Symbol", ["DejaVu Sans", "OpenSymbol"]],
    ["Segoe UI Emoji", ["Noto Emoji"]],
    ["Arial", ["Liberation Sans"]],
  ];
  expect(findAskedFonts(fonts)).toEqual(["Symbol", "Arial"]);
});

test("macros and pictures in other places are mentioned", async () => {
  const macros = await prepare(makeDocx({ parts: { "word/vbaProject.bin": "macros" } }));
  expect(macros.notes).toMatchObject([{ code: "note-word-macros-left-out" }]);
  const linked = await prepare(makeDocxWithLinkedPicture("https://example.org/a.png"));
  expect(linked.notes).toMatchObject([{ code: "note-word-pictures-not-loaded" }]);
});

/** A sandbox in which each command becomes this one, whose arguments are the command. */
const sandboxOf = (script: string): Sandbox => ({
  strength: "open",
  prefix: ["/bin/sh", "-c", script, "sh"],
});

test("when the server's fonts could not be read, the next document asks for them again", async () => {
  const flag = join(folder, "is-repaired");
  const sandbox = sandboxOf(`[ -e ${flag} ] && exec "$@"`);
  const failing = createLibreOfficeConverter({ ...office, sandbox });
  const ask = () => failing.noteFonts({ fonts: ["Sans of No one"], characters: [] }, ["DejaVuSans"]);
  expect(await ask()).toEqual([]);
  writeFileSync(flag, "");
  expect(await ask()).toMatchObject([{ code: "note-word-fonts-replaced" }]);
  await failing.close();
});

test("a search for fonts that never ends is ended", async () => {
  const endless = sandboxOf("while :; do read -r _ || sleep 9; done");
  await expect(readMachineFonts(endless, 500)).rejects.toThrow("fc-list did not answer in time.");
});
