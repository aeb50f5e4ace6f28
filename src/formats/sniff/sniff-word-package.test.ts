import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { checkWordPackage, wordPackageMessages } from "./sniff-word-package.ts";
import { wordParts } from "./test-word.ts";
import { overlapParts, writeZip, type ZipPart } from "./test-zips.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-word-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "document.docx");

async function verdict(bytes: Buffer): Promise<string> {
  writeFileSync(path, bytes);
  return checkWordPackage(path).then(
    () => "sound",
    (error: Error) => error.message,
  );
}

const withPart = (...parts: ZipPart[]) => writeZip([...wordParts(), ...parts]);

test("an ordinary document passes [threat F8]", async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => `<w:p>${index * 7919}</w:p>`).join("");
  expect(await verdict(withPart({ name: "word/header1.xml", data: text }))).toBe("sound");
});

test("only a package without embedded objects and external parts is plain; hyperlinks are allowed", async () => {
  const relationship = (type: string, attributes = 'TargetMode="External"') =>
    `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/${type}" Target="https://example.org/" ${attributes}/></Relationships>`;
  const isPlain = async (name: string, data: string) => {
    writeFileSync(path, withPart({ name, data }));
    return (await checkWordPackage(path)).isPlain;
  };
  const rels = "word/_rels/document.xml.rels";
  expect(await isPlain("word/header1.xml", "<w:hdr/>")).toBe(true);
  expect(await isPlain(rels, relationship("hyperlink"))).toBe(true);
  expect(await isPlain(rels, relationship("image", ""))).toBe(true);
  expect(await isPlain(rels, relationship("image"))).toBe(false);
  expect(await isPlain(rels, relationship("image", "TargetMode='External'"))).toBe(false);
  expect(await isPlain(rels, relationship("image", 'TargetMode="&#69;xternal"'))).toBe(false);
  expect(await isPlain(rels, relationship("image", 'Name="a>b" TargetMode="External"'))).toBe(false);
  expect(await isPlain("word/embeddings/oleObject1.bin", "an object")).toBe(false);
  expect(await isPlain("word/activeX/activeX1.xml", "<a/>")).toBe(false);
});

test("a part that unpacks to two hundred times its size is refused [threat F8]", async () => {
  expect(await verdict(withPart({ name: "word/a.xml", data: Buffer.alloc(3_000_000, 32) }))).toBe(
    wordPackageMessages.tooLarge.text,
  );
});

test("a picture may unpack to a thousand times its size, up to 64 MB [threat F8]", async () => {
  const metafile = (bytes: number) => {
    const data = Buffer.alloc(bytes);
    data.writeUInt32LE(0x9ac6cdd7);
    return withPart({ name: "word/media/image1.wmf", data });
  };
  expect(await verdict(metafile(11_000_000))).toBe("sound");
  expect(await verdict(metafile(65_000_000))).toBe(wordPackageMessages.tooLarge.text);
  const hidden = { name: "word/media/image1.wmf", data: `<a>${" ".repeat(3_000_000)}</a>` };
  expect(await verdict(withPart(hidden))).toBe(wordPackageMessages.tooLarge.text);
});

test("a part with a false size is refused [threat F8]", async () => {
  const liar = { name: "word/a.xml", data: Buffer.alloc(3_000_000, 32), declaredSize: 1_000 };
  expect(await verdict(withPart(liar))).toBe(wordPackageMessages.damaged.text);
});

test("thousands of parts are refused [threat F8]", async () => {
  const parts = Array.from({ length: 2_100 }, (_, index) => ({ name: `word/${index}.xml`, data: "" }));
  expect(await verdict(withPart(...parts))).toBe(wordPackageMessages.tooLarge.text);
});

test("deeply nested tables are refused, whatever their part is called; the same number of tables next to each other is accepted", async () => {
  const tables = (open: number, close: number) =>
    "<w:tbl><w:tr>".repeat(open) + "</w:tr></w:tbl>".repeat(close);
  for (const name of ["word/document2.xml", "word/document2.bin"]) {
    expect(await verdict(withPart({ name, data: tables(20_000, 20_000) }))).toBe(
      wordPackageMessages.tooDeep.text,
    );
    expect(await verdict(withPart({ name, data: tables(21, 21) }))).toBe(wordPackageMessages.tooDeep.text);
    expect(await verdict(withPart({ name, data: tables(3, 3).repeat(5_000) }))).toBe("sound");
  }
});

test("no encoding, name or white space hides tables, and no document is imported unchecked", async () => {
  const tables = "<w:tbl>".repeat(21) + "</w:tbl>".repeat(21);
  const wide = Buffer.from(`\ufeff<w:p>\u213c\u2d2d\u2122</w:p>${tables}`, "utf16le");
  const long = `${"x".repeat(120)}:tbl`;
  const deep = [wide, Buffer.from(wide).swap16(), `<${long}>`.repeat(21), " ".repeat(70_000) + tables];
  for (const data of deep)
    expect(await verdict(withPart({ name: "word/a.bin", data }))).toBe(wordPackageMessages.tooDeep.text);
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a/>`;
  const unreadable = [
    declared("UTF-7"),
    `<?xml ${" ".repeat(2_000)}?><a/>`,
    Buffer.from(declared("UTF-7"), "utf16le"),
    Buffer.from("<a/>".replaceAll(/./g, "$&\0\0\0")),
    Buffer.from("4c6fa7944040", "hex"),
    '<w:altChunk r:id="a"/>',
  ];
  for (const data of unreadable)
    expect(await verdict(withPart({ name: "word/a.bin", data }))).toBe(wordPackageMessages.unsafe.text);
  const harmless = ["UTF-8", "utf-8", "us-ascii", "ISO-8859-1", "windows-1252"].map(declared);
  for (const data of [...harmless, Buffer.from(`\ufeff${declared("UTF-16")}`, "utf16le"), "\ufeff<a/>", ""])
    expect(await verdict(withPart({ name: "word/a.xml", data }))).toBe("sound");
});

test("links, entities in any encoding and parts that share their bytes are refused [threat F8]", async () => {
  const entity = '<!DOCTYPE a [<!ENTITY b "c">]><a/>';
  for (const bytes of [
    withPart({ name: "word/link.xml", data: "/etc/passwd", mode: 0o120_777 }),
    withPart({ name: "word/a.xml", data: entity }),
    withPart({ name: "word/a.xml", data: Buffer.from(`\ufeff${entity}`, "utf16le") }),
    overlapParts(wordParts()),
    withPart({ name: "word/document.xml", data: "<may/>" }),
    withPart({ name: "Word/Document.xml", data: "<may-not/>" }),
  ])
    expect(await verdict(bytes)).toBe(wordPackageMessages.unsafe.text);
});

test("an SVG picture shows no file of the machine, however it is written, packed or embedded", async () => {
  const svg = (address: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg"><image xlink:href="${address}" width="9" height="9"/></svg>`;
  const packed = (data: string | Buffer) => `data:image/png;base64,${Buffer.from(data).toString("base64")}`;
  const file = "file:///srv/private.png";
  const long = `<!--${" ".repeat(200_000)}-->`;
  const hidden = [file, "&#102;ile:///srv/private.png", "FI\nLE:/srv/private.png", packed(svg(file))].map(
    svg,
  );
  for (const data of [...hidden, `${long}${svg(file)}`, gzipSync(svg("#a")), gzipSync("junk")])
    expect(await verdict(withPart({ name: "word/media/a.png", data }))).toBe(wordPackageMessages.unsafe.text);
  const png = packed(Buffer.from("89504e470d0a1a0a", "hex"));
  const harmless = [png, "#a", "https://example.org/a", "photo.png"].map(svg);
  for (const data of [...harmless, gzipSync(Buffer.from("0100000000", "hex")), `<a href="${file}"/>`])
    expect(await verdict(withPart({ name: "word/media/a.svg", data }))).toBe("sound");
});

test("names that leave the folder, and files that are not ZIP files, are damaged documents [threat F8]", async () => {
  expect(await verdict(withPart({ name: "../../evil.xml", data: "<a/>" }))).toBe(
    wordPackageMessages.damaged.text,
  );
  expect(await verdict(Buffer.from("PK\u0003\u0004 and nothing else"))).toBe(
    wordPackageMessages.damaged.text,
  );
});
