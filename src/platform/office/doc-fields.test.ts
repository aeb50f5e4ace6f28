import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listFonts } from "../../formats/pdf/list-fonts.ts";
import { prepareBinaryWord } from "../../formats/word/prepare-binary-word.ts";
import { complexField, textRun } from "../../formats/word/test-fields.ts";
import { changeNotes } from "./converter.ts";
import { createLibreOfficeConverter } from "./libreoffice-converter.ts";
import { startResidentOffice } from "./resident-office.ts";
import { requireOffice } from "./test-office.ts";
import { type DocxParts, makeDocx } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "doc-fields-test-"));
const found = await requireOffice();
const { sandbox, program, python } = found;
const office = startResidentOffice(sandbox, python, program);
afterAll(async () => {
  await office.end();
  rmSync(folder, { recursive: true });
});

async function makeDoc(parts: DocxParts): Promise<Buffer> {
  const made = join(folder, crypto.randomUUID());
  writeFileSync(`${made}.docx`, makeDocx(parts));
  const convert = () =>
    Bun.$`${program} -env:UserInstallation=file://${folder}/profile --headless --convert-to doc --outdir ${folder} ${made}.docx`
      .quiet()
      .nothrow();
  if ((await convert()).exitCode !== 0) await convert();
  return readFileSync(`${made}.doc`);
}

async function print(doc: Buffer) {
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, doc);
  const source = `${input}.doc`;
  const { notes } = await prepareBinaryWord(input, source);
  const filter = await identifyWordFile(source);
  await office.convert({ input: source, output: `${input}.pdf`, filter, name: "lease.doc" });
  return { text: await Bun.$`pdftotext -layout ${input}.pdf -`.text(), notes };
}

/** The characters around the code and the result of a field. */
const [begin, separator, end] = ["\u0013", "\u0014", "\u0015"];
const result = (text: string) => new RegExp(`${separator}${text}${end}`, "g");
const twoFields = new RegExp(`(?:${begin}[^${begin}]*${end}){2}`, "g");

const wide = (text: string) => Buffer.from(text, "utf16le");

/** Replaces each occurrence with a text of the same length. */
function replace(doc: Buffer, pattern: RegExp, text: (found: string) => string): Buffer {
  const changed = Buffer.from(doc);
  // Text in this file begins at an even place.
  const content = doc.toString("utf16le");
  const found = [...content.matchAll(pattern)];
  expect(found).not.toHaveLength(0);
  for (const match of found) {
    const bytes = wide(text(match[0]));
    expect(bytes).toHaveLength(match[0].length * 2);
    bytes.copy(changed, match.index * 2);
  }
  return changed;
}

const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const year = complexField('DATE \\@ "yyyy"', textRun("2019"));

test("a field of a DOC shows the text that the file stores, not today's date or its own name [threat F19]", async () => {
  const fields = ["FILENAME", "NUMWORDS", "REF lost", "PAGEREF lost", "SEQ figure", "MERGEFIELD rent"];
  const body = [year, ...fields.map((code) => complexField(code, textRun("stored")))];
  const page = `<w:p>${textRun("Page ")}${complexField("PAGE", textRun("7"))}${textRun(" of ")}${complexField("NUMPAGES", textRun("8"))}${textRun(", ")}${year}</w:p>`;
  const doc = await makeDoc({
    body: `${body.map((field) => paragraph(textRun("(") + field + textRun(")"))).join("")}<w:sectPr><w:footerReference w:type="default" r:id="rId1"/></w:sectPr>`,
    relationships:
      '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footer" Target="footer.xml"/>',
    parts: {
      "word/footer.xml": `<w:ftr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${page}</w:ftr>`,
    },
  });
  const old = replace(
    replace(doc, result("\\d{4}"), () => "\u00142019\u0015"),
    result("Error: Reference source not found"),
    (found) => `\u0014${"as agreed".padEnd(found.length - 2, ".")}\u0015`,
  );
  const { text, notes } = await print(old);
  const shown = [...text.matchAll(/\((.*?)\)/g)].map(([, shown]) => shown?.replace(/\.+$/, ""));
  expect(shown[0]).toBe("2019");
  expect(shown[1]).toMatch(/^[0-9a-f-]{36}\.docx$/);
  expect(shown.slice(3)).toEqual(["as agreed", "as agreed", "stored", "stored"]);
  expect(text).toContain("Page 1 of 1, 2019");
  expect(notes).toMatchObject([
    {
      code: "note-word-fields-stored",
      params: { fields: "DATE, FILENAME, MERGEFIELD, NUMWORDS, PAGEREF, REF, SEQ" },
    },
  ]);
});

test("a condition with a field inside shows the stored sentence", async () => {
  const doc = await makeDoc({
    body: paragraph(textRun("The tenant ") + year + year + textRun(" keep pets.")),
  });
  const text = doc.toString("utf16le").match(twoFields)?.[0] ?? "";
  const inner = "\u0013 DATE \u00142019\u0015";
  const nested = `\u0013 IF ${inner} = 1 a \u0014may not\u0015`;
  const condition = nested.replace(" = 1", ` = 1${" ".repeat(text.length - nested.length)}`);
  const changed = replace(doc, twoFields, () => condition);
  // The table of fields: seven places, and six marks with their types.
  const table = changed.indexOf(Buffer.from("131f14ff1580131f14ff1580", "hex"));
  expect(table).toBeGreaterThan(0);
  const first = changed.readUInt32LE(table - 28);
  const marks = [...condition].flatMap((mark, at) => ("\u0013\u0014\u0015".includes(mark) ? [at] : []));
  for (const [index, at] of marks.entries()) changed.writeUInt32LE(first + at, table - 28 + index * 4);
  Buffer.from("1307131f14ff158014ff1580", "hex").copy(changed, table);
  const { text: shown, notes } = await print(changed);
  expect(shown).toContain("The tenant may not keep pets.");
  expect(notes).toMatchObject([{ code: "note-word-fields-stored", params: { fields: "IF" } }]);
});

test("for files of Word 95 and older, a note says that fields may show new values, and that changes are unknown", async () => {
  const doc = await makeDoc({ body: paragraph(year) });
  const start = doc.indexOf(Buffer.from([0xec, 0xa5]));
  doc.writeUInt16LE(0x68, start + 2);
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, doc);
  expect((await prepareBinaryWord(input, `${input}.doc`)).notes).toMatchObject([
    { code: "note-word-fields-unknown", text: expect.stringContaining("deleted text next to the new") },
  ]);
  expect(doc.equals(readFileSync(`${input}.doc`))).toBe(true);
});

test("macros of a DOC and pictures in other places are mentioned, as those of a DOCX", async () => {
  const notesOf = async (doc: Buffer) => {
    const input = join(folder, crypto.randomUUID());
    writeFileSync(input, doc);
    return (await prepareBinaryWord(input, `${input}.doc`)).notes;
  };
  const doc = await makeDoc({ body: paragraph(textRun("A lease.") + year) });
  expect(await notesOf(doc)).toMatchObject([{ code: "note-word-fields-stored" }]);
  // An entry of the directory becomes a storage with the name that Word gives its macros.
  const entry = doc.indexOf(wide("\u0001CompObj"));
  expect(entry).toBeGreaterThan(0);
  wide("Macros\0\0").copy(doc, entry);
  doc.writeUInt16LE("Macros\0".length * 2, entry + 64);
  doc[entry + 66] = 1;
  expect(await notesOf(doc)).toMatchObject([
    { code: "note-word-fields-stored" },
    { code: "note-word-macros-left-out" },
  ]);
  // The type of the field in the table of fields becomes INCLUDEPICTURE.
  const table = doc.indexOf(Buffer.from("131f14ff1580", "hex"));
  expect(table).toBeGreaterThan(0);
  doc[table + 1] = 67;
  expect(await notesOf(doc)).toMatchObject([
    { code: "note-word-fields-stored", params: { fields: "INCLUDEPICTURE" } },
    { code: "note-word-macros-left-out" },
    { code: "note-word-pictures-not-loaded" },
  ]);
});

test("fonts of a DOC that the server does not have are named with those that are shown, if LibreOffice tells [threat F19]", async () => {
  const run = (font: string, text: string) =>
    `<w:r><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr><w:t>${text}</w:t></w:r>`;
  const doc = join(folder, crypto.randomUUID());
  writeFileSync(
    doc,
    await makeDoc({ body: paragraph(run("Sans of No one", "Rent") + run("Noto Emoji", "🎉")) }),
  );
  const fontsOf = async (python: string | undefined) => {
    const converter = createLibreOfficeConverter({ ...found, python });
    const pdf = join(folder, crypto.randomUUID());
    const { fonts } = await converter.convert(doc, pdf);
    const embedded = listFonts(readFileSync(pdf));
    const notes = fonts && (await converter.noteFonts({ fonts, characters: [] }, embedded));
    await converter.close();
    return { fonts, notes };
  };
  expect(await fontsOf(undefined)).toEqual({ fonts: undefined, notes: undefined });
  const { fonts, notes } = await fontsOf(python);
  expect(fonts).toContain("Sans of No one");
  expect(notes).toMatchObject([{ code: "note-word-fonts-replaced", params: { fonts: "“Sans of No one”" } }]);
});

test("characters of a DOC that no font of the server has are named, unless no one sees them [threat F19]", async () => {
  const change = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';
  const hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>\u{16f00}</w:t></w:r>";
  const body = paragraph(
    [
      textRun("Rent: — \u{1d2c0}"),
      `<w:del ${change}><w:r><w:delText>\u{16e40}</w:delText></w:r></w:del>`,
      complexField('QUOTE "\u{1e900}"', textRun("é")),
      hidden,
    ].join(""),
  );
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, await makeDoc({ body }));
  const { text } = await prepareBinaryWord(input, `${input}.doc`);
  expect(text).toEqual({ characters: ["é", "—", "\u{1d2c0}"] });
  const converter = createLibreOfficeConverter(found);
  expect(await converter.noteFonts(text ?? { characters: [] }, [])).toMatchObject([
    { code: "note-word-characters-missing", params: { characters: "U+1D2C0" } },
  ]);
  await converter.close();
});

test("changes of a DOC that LibreOffice cannot accept are mentioned, and those that it accepts, too [threat F19]", async () => {
  const change = (kind: string, text: string) =>
    `<w:${kind} w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:${text}</w:r></w:${kind}>`;
  const body = paragraph(change("del", "delText>old</w:delText>") + change("ins", "t>new</w:t>"));
  const withoutPython = createLibreOfficeConverter({ ...found, python: undefined });
  const withPython = createLibreOfficeConverter(found);
  const noteOf = async (converter: typeof withPython, doc: Buffer) => {
    const input = join(folder, crypto.randomUUID());
    writeFileSync(input, doc);
    const { tracksChanges } = await prepareBinaryWord(input, `${input}.doc`);
    return (await converter.convert(`${input}.doc`, `${input}.pdf`, { tracksChanges })).notes;
  };
  const doc = await makeDoc({ body });
  expect(await noteOf(withoutPython, doc)).toEqual([changeNotes.shown]);
  expect(await noteOf(withPython, doc)).toEqual([changeNotes.accepted]);
  expect(await noteOf(withoutPython, await makeDoc({ body: paragraph(year) }))).toEqual([]);
  await Promise.all([withoutPython.close(), withPython.close()]);
});
