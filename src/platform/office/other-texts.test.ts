import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileTypes } from "../../formats/file-types.ts";
import { prepareOpenDocument } from "../../formats/office-texts/prepare-open-document.ts";
import { preparePlainText } from "../../formats/office-texts/prepare-plain-text.ts";
import { prepareRichText } from "../../formats/office-texts/prepare-rich-text.ts";
import { makeOpenDocument } from "../../formats/office-texts/test-open-document.ts";
import { picturesNotLoaded } from "../../formats/word/font-notes.ts";
import { changeNotes } from "./converter.ts";
import { startResidentOffice } from "./resident-office.ts";
import { requireOffice } from "./test-office.ts";
import { identifyWordFile } from "./word-file.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "other-texts-test-"));
const { sandbox, program, python } = await requireOffice();
const office = startResidentOffice(sandbox, python, program);
afterAll(async () => {
  await office.end();
  rmSync(folder, { recursive: true });
});

const preparations = {
  odt: prepareOpenDocument,
  rtf: prepareRichText,
  txt: preparePlainText,
};

async function print(kind: keyof typeof preparations, bytes: Buffer | string) {
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, bytes);
  const source = `${input}.${kind}`;
  const { notes, text: used } = await preparations[kind](input, source);
  const filter = await identifyWordFile(source);
  const pdf = `${input}.pdf`;
  await office.convert({ input: source, output: pdf, filter, name: `upload.${kind}` });
  return { text: await Bun.$`pdftotext -layout ${pdf} -`.text(), notes, used, pdf };
}

const fields = (stored: string) => ({ code: "note-word-fields-stored", params: { fields: stored } });

test("an OpenDocument text shows the text that it stores for its fields, and a note names them [threat F19]", async () => {
  const condition = (hidden: boolean, result: string) =>
    `text:condition="ooow:1==${result}" text:is-hidden="${hidden}"`;
  const body = [
    "<text:p>Due <text:date text:date-value='2019-03-14'>March 14, <text:span>2019</text:span></text:date>,",
    "in <text:file-name>lease-final.odt</text:file-name>, page <text:page-number>7</text:page-number>.",
    `The tenant <text:conditional-text text:condition="ooow:1==1" text:string-value-if-true="may" text:string-value-if-false="may not">may not</text:conditional-text> keep pets.`,
    '<text:variable-set text:name="rent" text:display="none">secret</text:variable-set>',
    `<text:hidden-text ${condition(false, "1")} text:string-value="shown">shown</text:hidden-text>`,
    "<text:script script:language='Basic' xmlns:script='urn:oasis:names:tc:opendocument:xmlns:script:1.0'>beep</text:script>",
    "<text:word-count/></text:p>",
    `<text:p><text:hidden-paragraph ${condition(true, "2")}/>hidden paragraph</text:p>`,
    `<text:section text:name="A" text:display="condition" ${condition(false, "1")}><text:p>kept section</text:p></text:section>`,
    `<text:section text:name="B" text:display="condition" ${condition(true, "2")}><text:p>gone section</text:p></text:section>`,
  ].join(" ");
  const footer =
    "Page <text:page-number>9</text:page-number> printed <text:print-date>long ago</text:print-date>";
  const { text, notes } = await print("odt", makeOpenDocument({ body, footer }));
  expect(text.replace(/\s+/g, " ")).toContain(
    "Due March 14, 2019, in lease-final.odt, page 7. The tenant may not keep pets. shown",
  );
  expect(text).toContain("Page 1 printed long ago");
  expect(text).toContain("kept section");
  expect(text).not.toMatch(/secret|beep|hidden paragraph|gone section/);
  expect(notes).toMatchObject([
    fields("conditional-text, date, file-name, hidden-text, page-number, print-date"),
    { code: "note-word-fields-missing", params: { fields: "word-count" } },
  ]);
});

test("an OpenDocument text loads nothing from elsewhere [threat G1]", async () => {
  let calls = 0;
  const listener = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++calls}`) });
  const secret = join(folder, "secret.txt");
  writeFileSync(secret, "a secret of this machine", { mode: 0o644 });
  const link = (target: string) => `xlink:type="simple" xlink:href="${target}" xlink:actuate="onLoad"`;
  const frame = (content: string) =>
    `<text:p><draw:frame svg:width="3cm" svg:height="3cm">${content}</draw:frame></text:p>`;
  const body = [
    "<text:p>All that is here.</text:p>",
    frame(`<draw:image ${link(`${listener.url}a.png`)}/>`),
    frame(`<draw:object ${link(`${listener.url}b.odt`)}/>`),
    frame(`<draw:floating-frame ${link(`file://${secret}`)}/>`),
    `<text:section text:name="S"><text:section-source ${link(`file://${secret}`)}/><text:p>stored section</text:p></text:section>`,
  ].join("");
  const { text, notes } = await print("odt", makeOpenDocument({ body }));
  expect(notes).toEqual([picturesNotLoaded]);
  const inside = frame(`<draw:image ${link("Pictures/a.png")}/>`);
  expect((await print("odt", makeOpenDocument({ body: inside }))).notes).toEqual([]);
  expect(text).toContain("All that is here.");
  expect(text).toContain("stored section");
  expect(text).not.toContain("a secret of this machine");
  expect(calls).toBe(0);
  await listener.stop(true);
});

test("the macros of an OpenDocument text do not run, even if it asks for that when it is opened [threat G4]", async () => {
  const library = 'xmlns:library="http://openoffice.org/2000/library"';
  const script = 'xmlns:script="http://openoffice.org/2000/script"';
  const start = "vnd.sun.star.script:Standard.Start.Main?language=Basic&amp;location=document";
  const { text, notes } = await print(
    "odt",
    makeOpenDocument({
      scripts: `<office:scripts><office:event-listeners><script:event-listener xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" script:language="ooo:script" script:event-name="http://www.w3.org/2001/xml-events#load" xmlns:dom="http://www.w3.org/2001/xml-events" xlink:href="${start}" xlink:type="simple"/></office:event-listeners></office:scripts>`,
      parts: {
        "Basic/script-lc.xml": `<library:libraries ${library} xmlns:xlink="http://www.w3.org/1999/xlink"><library:library library:name="Standard" library:link="false"/></library:libraries>`,
        "Basic/Standard/script-lb.xml": `<library:library ${library} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Start"/></library:library>`,
        "Basic/Standard/Start.xml": `<script:module ${script} script:name="Start" script:language="StarBasic">Sub Main\nThisComponent.Text.String = "the macro ran"\nEnd Sub</script:module>`,
      },
    }),
  );
  expect(text.trim()).toBe("A lease.");
  expect(notes).toMatchObject([{ code: "note-word-macros-left-out" }]);
});

test("a rich text shows the text that it stores for its fields, and the pictures of its objects [threat F19]", async () => {
  const field = (code: string, result: string) =>
    `{\\field\\flddirty{\\*\\fldinst {${code} }}{\\fldrslt {${result}}}}`;
  const { text, notes } = await print(
    "rtf",
    [
      `{\\rtf1\\ansi{\\footer Page ${field("PAGE", "7")} of ${field("NUMPAGES", "8")}, ${field("DATE", "2018")}}`,
      `Due ${field('DATE \\\\@ "yyyy"', "March 14, 2019")}. The tenant ${field(`IF ${field("DATE", "1")} = 1 "may" "may not"`, "may not")} keep pets, says`,
      ` ${field('HYPERLINK "https://example.org/"', "the page")}${field('SET rent "100"', "secret")}`,
      ` ${field(`INCLUDETEXT "/etc/hostname"`, "of the file")} {\\object\\objautlink\\objupdate{\\*\\objdata 0105}{\\result as drawn}} today \\chdate.`,
      ` {\\b\\field{\\*\\fldinst DATE}{\\fldrslt behind bold}} {\\*\\fldinst DATE}{\\fldrslt without field}\\par}`,
    ].join("\n"),
  );
  const words = text.replace(/\s+/g, " ");
  expect(words).toContain("Due March 14, 2019. The tenant may not keep pets, says the page");
  expect(words).toContain("of the file as drawn today .");
  expect(words).toContain("behind bold without field");
  expect(words).toContain("Page 1 of 1, 2018");
  expect(words).not.toContain("secret");
  expect(notes).toMatchObject([
    fields("DATE, IF, INCLUDETEXT"),
    { code: "note-word-fields-missing", params: { fields: "DATE" } },
  ]);
});

const insertion = '<text:changed-region xml:id="i" text:id="i"><text:insertion/></text:changed-region>';
const deletion = (content: string) =>
  `<text:changed-region xml:id="d" text:id="d"><text:deletion><office:change-info/>${content}</text:deletion></text:changed-region>`;

test("changes of an OpenDocument text are accepted, whatever program tracked them, and a note says so [threat F19]", async () => {
  const old = "<text:p>old <text:date>2018</text:date></text:p><text:p>paragraph</text:p>";
  const body = [
    `<text:tracked-changes text:track-changes="true">${insertion}${deletion(old)}</text:tracked-changes>`,
    '<text:p>Rent is <text:change text:change-id="d"/><text:change-start text:change-id="i"/>1,800<text:change-end text:change-id="i"/> a month.</text:p>',
  ].join("");
  const { text, notes } = await print("odt", makeOpenDocument({ body }));
  expect(text.trim()).toBe("Rent is 1,800 a month.");
  expect(notes).toEqual([changeNotes.accepted]);
  const settled = '<text:tracked-changes text:track-changes="true"/><text:p>A lease.</text:p>';
  expect((await print("odt", makeOpenDocument({ body: settled }))).notes).toEqual([]);
});

test("a cell of an OpenDocument text shows the text that it stores, not what its formula or its value says [threat F19]", async () => {
  const cell = (values: string, text: string) =>
    `<table:table-row><table:table-cell ${values}><text:p>${text}</text:p></table:table-cell></table:table-row>`;
  const formula = 'table:formula="ooow:2*3" xmlns:ooow="http://openoffice.org/2004/writer"';
  const rows = [
    cell(`${formula} office:value-type="float" office:value="6"`, "five"),
    cell('office:value-type="string" office:string-value="may"', "may not"),
    cell("office:value-type='date' office:date-value='2026-05-06'", "March 14, 2019"),
  ].join("");
  const { text, notes } = await print(
    "odt",
    makeOpenDocument({ body: `<table:table>${rows}</table:table>` }),
  );
  expect(text.trim().split(/\s*\n\s*/)).toEqual(["five", "may not", "March 14, 2019"]);
  expect(notes).toMatchObject([fields("formula")]);
});

const deletedMark = "{\\deleted\\revauthdel1\\revdttmdel1000 \\par }";

for (const [what, rtf, finalText] of [
  ["words", "Rent is {\\deleted 1,500}{\\revised\\revauth1 1,800} a month.\\par", "Rent is 1,800 a month."],
  ["words up to where the deletion ends", "{Rent \\deleted is \\deleted0 was due.}\\par", "Rent was due."],
  ["letters of every kind", "Due{\\deleted \\'41\\u8364?\\emdash\\~\\tab} now.\\par", "Due now."],
  ["a paragraph's mark", `One ${deletedMark}\\pard\\qr line.\\par Another.\\par`, "One line. | Another."],
  ["whole paragraphs", `One.\\par {\\deleted gone\\par again}${deletedMark}Two.\\par`, "One. | Two."],
  [
    "the mark above a table",
    `Above.${deletedMark}\\trowd\\cellx4000\\pard\\intbl In it.${deletedMark}\\cell\\row\\pard Below.\\par`,
    "Above. | In it. | Below.",
  ],
  ["moved words", "{\\mvf\\mvauth1 Moved. }Stays. {\\mvt\\mvauth1 Moved.}\\par", "Stays. Moved."],
  [
    "fields and footnotes",
    "Due {\\deleted {\\field{\\*\\fldinst DATE}{\\fldrslt 2019}}\\chftn{\\footnote \\pard\\plain Withdrawn.}}now.\\par",
    "Due now.",
  ],
] as const) {
  test(`pending changes of ${what} in a rich text: the final text is converted, and a note says so [threat F19]`, async () => {
    const { text, notes } = await print("rtf", `{\\rtf1{\\*\\revtbl{Unknown;}{A;}}${rtf}}`);
    expect(
      text
        .trim()
        .split(/\s*\n\s*/)
        .join(" | "),
    ).toBe(finalText);
    expect(notes).toEqual([changeNotes.accepted]);
  });
}

test("a rich text that no one changed is not said to have tracked changes", async () => {
  const { text, notes } = await print("rtf", "{\\rtf1 A {\\revised0\\deleted0 lease}.\\par}");
  expect({ text: text.trim(), notes }).toEqual({ text: "A lease.", notes: [] });
});

test("a plain text is read in its encoding and printed in a monospaced font, with long lines wrapped", async () => {
  const sentence = "Café für Łukasz — 5 €";
  const long = "word ".repeat(60);
  const { text, pdf, notes, used } = await print(
    "txt",
    `${sentence}\n    indented\n\n${long}\r\n<b>&amp;\fnext page`,
  );
  expect(notes).toEqual([]);
  expect(used).toEqual({ fonts: [], characters: [..."éüŁ—€"].sort() });
  const [first = "", second = ""] = text.split("\f");
  expect(first).toContain(sentence);
  expect(first).toMatch(/^ {4}indented$/m);
  expect(first).toContain("<b>&amp;");
  expect(first.match(/word/g)).toHaveLength(60);
  expect(Math.max(...first.split("\n").map(({ length }) => length))).toBeLessThan(90);
  expect(second).toContain("next page");
  expect(await Bun.$`pdffonts ${pdf}`.text()).toMatch(/Mono|Courier/);
  const wide = Buffer.from(`\ufeff${sentence}`, "utf16le");
  expect((await print("txt", wide)).text).toContain(sentence);
  expect((await print("txt", Buffer.from(wide).swap16())).text).toContain(sentence);
  const western = await print("txt", Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x0a, 0x1b]));
  expect(western.text).toContain("Café €");
  expect(western.notes).toMatchObject([
    { code: "note-text-encoding" },
    { code: "note-text-control-characters" },
  ]);
});

const refusal = (kind: keyof typeof preparations, bytes: Buffer | string) =>
  print(kind, bytes).then(
    () => "none",
    (error: { code?: string }) => error.code ?? String(error),
  );

test("texts that are nested or long without end are refused before LibreOffice opens them [threat F8] [threat G2]", async () => {
  const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  const cell = [
    "<table:table><table:table-row><table:table-cell>",
    "</table:table-cell></table:table-row></table:table>",
  ];
  const tables = nested(cell[0] ?? "", cell[1] ?? "", 30);
  expect(await refusal("odt", makeOpenDocument({ body: tables }))).toBe("word-nested-too-deeply");
  const entities = '<!DOCTYPE x [<!ENTITY a "b">]>';
  expect(await refusal("odt", makeOpenDocument({ body: entities }))).toBe("word-unsafe");
  expect(await refusal("rtf", `{\\rtf1 ${nested("{", "}", 600)}}`)).toBe("word-nested-too-deeply");
  expect(await refusal("rtf", "{\\rtf1\\itap99 a}")).toBe("word-nested-too-deeply");
  expect(await refusal("txt", "\n".repeat(200_001))).toBe("text-too-long");
});

test("each kind is opened by its own filter, whatever it contains", async () => {
  expect(fileTypes.odt).toEndWith("opendocument.text");
  const kinds: [string, Buffer | string][] = [
    ["writer8", makeOpenDocument()],
    ["Rich Text Format", "{\\rtf1 a}"],
  ];
  for (const [filter, bytes] of kinds) {
    const path = join(folder, crypto.randomUUID());
    writeFileSync(path, bytes);
    expect(await identifyWordFile(path)).toBe(filter as Awaited<ReturnType<typeof identifyWordFile>>);
  }
});
