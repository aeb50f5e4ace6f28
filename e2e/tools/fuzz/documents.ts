import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { strToU8, zipSync } from "fflate";
import sharp, { type Sharp } from "sharp";
import { run } from "../../../src/testing/inspect.ts";
import { writePhoto, writeTextPdf } from "../../support/samples.ts";

/** The source of mutants. `kind` is the lower-case extension without its dot. */
export type Document = { kind: string; bytes: Uint8Array };

const kinds = ["pdf", "docx", "doc", "jpg", "jpeg", "png", "tif", "tiff"];

/** Every document of a folder and its subfolders. */
export function documentsIn(folder: string): Document[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  return names.flatMap((name) => {
    const kind = extname(name).slice(1).toLowerCase();
    return kinds.includes(kind) ? [{ kind, bytes: readFileSync(join(folder, name)) }] : [];
  });
}

/**
 * A small document of every type and of the common ways to write it. Word documents are left out if they cannot be
 * converted.
 */
export async function makeDocuments(folder: string, withWord: boolean): Promise<Document[]> {
  await mkdir(folder, { recursive: true });
  await writeTextPdf(join(folder, "1.pdf"), 2);
  await writeTextPdf(join(folder, "2.pdf"), 3, true);
  await writePhoto(join(folder, "3.jpg"), 120, 90);
  for (const [name, picture] of pictures()) await writeFile(join(folder, name), await picture.toBuffer());
  if (withWord) await writeWordDocuments(folder);
  return documentsIn(folder);
}

function pictures(): [string, Sharp][] {
  const plain = () => sharp({ create: { width: 97, height: 61, channels: 3, background: "#48c" } });
  return [
    ["progressive.jpg", plain().jpeg({ progressive: true })],
    ["cmyk.jpg", plain().toColourspace("cmyk").jpeg()],
    [
      "colors.png",
      plain()
        .withExif({ IFD0: { Make: "Lens & Sons" } })
        .withIccProfile("p3")
        .png(),
    ],
    ["palette.png", plain().png({ palette: true })],
    ["interlaced.png", plain().ensureAlpha(0.5).png({ progressive: true })],
    ["lzw.tif", plain().tiff({ compression: "lzw" })],
    ["photo.tif", plain().tiff({ compression: "jpeg" })],
    ["fax.tif", plain().toColourspace("b-w").tiff({ compression: "ccittfax4", bitdepth: 1 })],
  ];
}

/** A handwritten package, and LibreOffice's conversion of it to old formats. */
async function writeWordDocuments(folder: string): Promise<void> {
  const path = join(folder, "letter.docx");
  await writeFile(path, zipSync(wordParts()));
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  const { exitCode, stderr } = await run(
    ["soffice", profile, "--headless", "--convert-to", "doc:MS Word 97", "--outdir", folder, path],
    120_000,
  );
  if (exitCode !== 0) throw new Error(`soffice could not write a .doc: ${stderr}`);
}

function wordParts(): Record<string, Uint8Array> {
  const office = "http://schemas.openxmlformats.org";
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
  const row = "<w:tr><w:tc><w:p><w:r><w:t>Rent</w:t></w:r></w:p></w:tc></w:tr>";
  const body = `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>A letter</w:t></w:r></w:p><w:tbl>${row.repeat(4)}</w:tbl>`;
  const parts = {
    "[Content_Types].xml": `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${word}.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  };
  return Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]));
}
