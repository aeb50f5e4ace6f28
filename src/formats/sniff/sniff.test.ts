import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { makeOpenDocument } from "../office-texts/test-open-document.ts";
import { withReadAt } from "../read-at.ts";
import { sniffFileType } from "./sniff.ts";
import { openCompoundFile } from "./sniff-compound.ts";
import { mentionsEncryption } from "./sniff-pdf.ts";
import { makeCompoundFile } from "./test-compound.ts";
import { compoundFile, loopingCompoundFile, wordParts, wordStream } from "./test-word.ts";
import { writeZip } from "./test-zips.ts";

const folder = mkdtempSync(join(tmpdir(), "attestamp-sniff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, "upload");

const notTaken = "none of the types that are taken";
const passwordProtected =
  "This Word document is password protected. Please remove the password and upload it again.";

async function verdict(name: string, bytes: Buffer | string, extraTypes = false): Promise<string> {
  writeFileSync(path, bytes);
  return sniffFileType(path, name, extraTypes).then(
    (fileType) => fileType ?? notTaken,
    (error: Error) => error.message,
  );
}

const picture = () => sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } });
const pdf = "%PDF-1.7\n%âãÏÓ\n1 0 obj\n";
const docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test("each supported type is recognized by its content, whatever the case of its name [threat F6]", async () => {
  expect(await verdict("a.PDF", pdf)).toBe("application/pdf");
  expect(await verdict("a.png", await picture().png().toBuffer())).toBe("image/png");
  expect(await verdict("a.jpg", await picture().jpeg().toBuffer())).toBe("image/jpeg");
  expect(await verdict("a.JPEG", await picture().jpeg().toBuffer())).toBe("image/jpeg");
  expect(await verdict("a.tif", await picture().tiff().toBuffer())).toBe("image/tiff");
  expect(await verdict("a.tiff", await picture().tiff({ bigtiff: true }).toBuffer())).toBe("image/tiff");
  expect(await verdict("a.docx", writeZip(wordParts()))).toBe(docxType);
  expect(await verdict("a.doc", compoundFile(["WordDocument"]))).toBe("application/msword");
});

test("more types are recognized by their content where the server takes them [threat F6]", async () => {
  const odt = makeOpenDocument();
  for (const [name, bytes, type] of [
    ["a.webp", await picture().webp().toBuffer(), "image/webp"],
    ["a.jpg", await picture().webp().toBuffer(), "image/webp"],
    ["photo", await picture().avif().toBuffer(), "image/avif"],
    ["a.heic", await picture().jpeg().toBuffer(), "image/jpeg"],
    ["a.odt", odt, "application/vnd.oasis.opendocument.text"],
    ["a.rtf", "{\\rtf1 hello}", "application/rtf"],
    ["a.doc", "{\\rtf1 hello}", "application/rtf"],
    ["a.txt", "héllo", "text/plain"],
    ["a.txt", Buffer.from([0x68, 0xe9]), "text/plain"],
    ["a.txt", Buffer.from("\ufeffhello", "utf16le"), "text/plain"],
  ] as const) {
    expect([name, await verdict(name, bytes, true)]).toEqual([name, type]);
    expect([name, await verdict(name, bytes)]).not.toEqual([name, type === "image/jpeg" ? "" : type]);
  }
  for (const [name, bytes] of [
    ["a.txt", ""],
    ["a.txt", pdf],
    ["a.txt", await picture().png().toBuffer()],
    ["a.txt", Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
    ["a.txt", "{\\rtf1 hello}"],
    ["a.odt", writeZip(wordParts())],
    ["a.odt", odt.subarray(0, 60)],
    ["a.rtf", "hello"],
    ["a.exe", await picture().webp().toBuffer()],
  ] as const)
    expect([name, await verdict(name, bytes, true)]).toEqual([name, notTaken]);
});

test("content of a different type than the name claims is refused [threat E4] [threat F6] [threat G1] [threat G5]", async () => {
  const png = await picture().png().toBuffer();
  for (const [name, bytes] of [
    ["a.jpg", pdf],
    ["a.png", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ["a.jpg", "push graphic-context\nviewbox 0 0 640 480\n"],
    ["a.pdf", "%!PS-Adobe-3.0\n"],
    ["a.doc", "name;amount\n=1+1;2\n"],
    ["a.doc", compoundFile(["Workbook"])],
    ["a.docx", writeZip([{ name: "xl/workbook.xml", data: "<x/>" }])],
    ["a.exe", png],
    ["a.html", png],
    ["a.pdf", Buffer.concat([png, Buffer.from(pdf)])],
    ["a", pdf],
    ["pdf", pdf],
  ] as const) {
    expect(await verdict(name, bytes)).toBe(notTaken);
  }
});

test("a picture is what its content is, whatever its name says [threat F6]", async () => {
  const [png, jpeg, tiff] = await Promise.all([
    picture().png().toBuffer(),
    picture().jpeg().toBuffer(),
    picture().tiff().toBuffer(),
  ]);
  for (const name of [
    "a.jpg",
    "a.png",
    "a.tif",
    "a.jfif",
    "a.jpe",
    "a.heic",
    "a.webp",
    "a",
    "scan 1.5",
    "a.pdf",
  ]) {
    expect([name, await verdict(name, png)]).toEqual([name, "image/png"]);
    expect([name, await verdict(name, jpeg)]).toEqual([name, "image/jpeg"]);
    expect([name, await verdict(name, tiff)]).toEqual([name, "image/tiff"]);
  }
});

test("a picture of a format that is not stamped is refused with the format's name and what to do", async () => {
  const iso = (...brands: string[]) => {
    const box = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join("")}`, "latin1");
    box.writeUInt32BE(box.length);
    return Buffer.concat([box, Buffer.alloc(40)]);
  };
  const bitmap = Buffer.alloc(60);
  bitmap.write("BM");
  bitmap.writeUInt32LE(40, 14);
  for (const [format, bytes] of [
    ["WebP", await picture().webp().toBuffer()],
    ["GIF", await picture().gif().toBuffer()],
    ["AVIF", await picture().avif().toBuffer()],
    ["AVIF", iso("mif1", "mif1", "avif", "miaf")],
    ["BMP", bitmap],
  ] as const) {
    for (const name of ["photo.jpg", `photo.${format.toLowerCase()}`, "photo"])
      expect(await verdict(name, bytes)).toBe(
        `This picture is in the format ${format}, which cannot be stamped. Please open it in a picture program, save it as JPEG or PNG, and upload that.`,
      );
  }
  for (const bytes of [iso("heic", "mif1", "heic"), iso("mif1", "heic")])
    for (const name of ["IMG_0042.HEIC", "IMG_0042.jpg"])
      expect(await verdict(name, bytes)).toContain("Settings → Camera → Formats → Most Compatible");
  expect(await verdict("film.jpg", iso("isom", "mp42"))).toBe(notTaken);
});

test("empty files and single bytes are refused [threat F6]", async () => {
  for (const extension of ["pdf", "docx", "doc", "png", "jpg", "tiff"]) {
    expect(await verdict(`a.${extension}`, "")).toBe(notTaken);
    expect(await verdict(`a.${extension}`, "%")).toBe(notTaken);
  }
});

const latin1 = (text: string) => Buffer.from(text, "latin1");
const macBinary = Buffer.alloc(128);
macBinary.write("\x00\x0eAnnual rep.pdf", 0, "latin1");
macBinary.write("PDF CARO", 65, "latin1");
macBinary.writeUInt32BE(4_711, 83);
const appleSingle = Buffer.alloc(82);
appleSingle.writeUInt32BE(0x00051600, 0);
appleSingle.writeUInt32BE(0x00020000, 4);

const inert = {
  "words of a mail gateway": latin1("Content-Type: application/pdf\r\n\r\n"),
  "a byte order mark": latin1("\u00ef\u00bb\u00bf\n"),
  "white space": latin1(" \r\n\t\f".repeat(200)),
  "zero bytes": Buffer.alloc(4),
  "a printer's job language": latin1("\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n"),
  "a MacBinary header": macBinary,
  "an AppleSingle header": appleSingle,
  "bytes of no format": latin1("\u0001\u0093\u00fe\u0017"),
  "a sign that is no tag": latin1("1 < 2\n"),
};

for (const [name, before] of Object.entries(inert)) {
  test(`${name} before a PDF's header is accepted`, async () => {
    expect(await verdict("a.pdf", Buffer.concat([before, latin1(pdf)]))).toBe("application/pdf");
  });
}

const zip = writeZip([{ name: "evil.js", data: "alert(1)" }]);
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
const otherwise = {
  "a web page": latin1("<html><script>alert(1)</script><!--"),
  "a web page behind words": latin1("Hello\r\n\r\n  < script>alert(1)</script>"),
  "a web page in UTF-16": utf16("<script>alert(1)</script>"),
  "a web page behind a MacBinary header": Buffer.concat([macBinary, latin1("<svg onload=alert(1)>")]),
  "a PHP program": latin1("<?php system('id'); ?>"),
  "a shell script": latin1("#!/bin/sh\n"),
  "a batch file": latin1("@echo off\r\n"),
  "a script that hides the rest in a comment": latin1("/*"),
  "an archive": zip,
  "an archive behind other bytes": Buffer.concat([Buffer.alloc(9), zip]),
  "a tape archive": Buffer.concat([Buffer.alloc(257, "x"), latin1("ustar\x0000"), Buffer.alloc(247)]),
  "a Windows program": latin1("MZ\u0090\0\u0003"),
  "a Linux program": latin1("\x7fELF\x02\x01"),
  "a Java class": latin1("\u00ca\u00fe\u00ba\u00be\0\0\0\x34"),
  PostScript: latin1("%!PS-Adobe-3.0\n"),
  "a picture": await picture()
    .png()
    .toBuffer()
    .then((png) => png.subarray(0, 60)),
  "a film": latin1("\0\0\0\x18ftypmp42"),
  "an Office document": latin1("\u00d0\u00cf\x11\u00e0\u00a1\u00b1\x1a\u00e1"),
  "more than 1,024 bytes of white space": latin1(" ".repeat(1_100)),
};

for (const [name, before] of Object.entries(otherwise)) {
  test(`a PDF after ${name} is not accepted [threat E4] [threat F7]`, async () => {
    expect(await verdict("a.pdf", Buffer.concat([before, latin1(pdf)]))).toBe(notTaken);
  });
}

test("a picture over the limits is refused based on its header alone [threat F9]", async () => {
  const png = await picture().png().toBuffer();
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(50_000, 20);
  const jpeg = await picture().jpeg().toBuffer();
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(65_500, frame + 5);
  const tall = await picture().png().toBuffer();
  tall.writeUInt32BE(30_001, 20);
  for (const [name, bytes] of [
    ["a.png", png],
    ["a.jpg", jpeg],
    ["a.png", tall],
  ] as const)
    expect(await verdict(name, bytes)).toContain("at most 100 megapixels and 30,000 pixels");
});

test("a TIFF with a looping list of pages is refused [threat F10]", async () => {
  const tiff = await picture().tiff({ compression: "none" }).toBuffer();
  const directory = tiff.readUInt32LE(4);
  tiff.writeUInt32LE(directory, directory + 2 + 12 * tiff.readUInt16LE(directory));
  expect(await verdict("a.tiff", tiff)).toContain("never ends");
});

test("a compound file with loops costs a few thousand reads, not millions", async () => {
  const distant = makeCompoundFile([{ name: "WordDocument", data: Buffer.alloc(100) }]);
  const entry = distant.indexOf(Buffer.from("WordDocument", "utf16le"));
  distant.writeUInt32LE(0xfffffff0, entry + 116);
  for (const file of [loopingCompoundFile(), distant]) {
    let reads = 0;
    const opened = await openCompoundFile(async (offset, length) => {
      reads += 1;
      return file.subarray(offset, offset + length);
    });
    expect(await opened.readHead("WordDocument")).toHaveLength(0);
    expect(reads).toBeLessThan(10_000);
  }
});

test("a list of content types with thousands of unfinished tags is read once", async () => {
  const data = "<Override ".repeat(99_000);
  expect(await verdict("a.docx", writeZip([{ name: "[Content_Types].xml", data }]))).toBe(notTaken);
});

test("a PDF that may be encrypted is found wherever its trailer is, also on the border of two pieces", async () => {
  const mentions = (bytes: Buffer) => {
    writeFileSync(path, bytes);
    return withReadAt(path, mentionsEncryption);
  };
  const filler = (bytes: number) => "%".padEnd(bytes, "x");
  const name = "/Encrypt 9 0 R";
  for (const before of [0, 1_048_570, 1_048_575, 1_048_576, 2_500_000])
    expect([before, await mentions(Buffer.from(filler(before) + name))]).toEqual([before, true]);
  expect(await mentions(Buffer.from(filler(2_500_000)))).toBe(false);
});

test("a DOC named .docx and a DOCX named .doc are what they are [threat F6]", async () => {
  expect(await verdict("a.docx", compoundFile(["WordDocument"]))).toBe("application/msword");
  expect(await verdict("a.doc", writeZip(wordParts()))).toBe(docxType);
});

test("other formats with the name of a Word document are refused by their names, with what to do [threat F6]", async () => {
  const namespace = 'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"';
  const openDocument = `PK\u0003\u0004${"\0".repeat(26)}mimetypeapplication/vnd.oasis.opendocument.textPK`;
  for (const [format, content] of [
    ["RTF", "{\\rtf1 hello}"],
    ["HTML", "<html xmlns:o='urn:schemas-microsoft-com:office:office'>"],
    ["HTML", "\ufeff\r\n<!DOCTYPE html>"],
    ["MHTML", "MIME-Version: 1.0\nContent-Type: multipart/related"],
    [
      "Word XML",
      `<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument ${namespace}>`,
    ],
    ["OpenDocument", openDocument],
  ] as const)
    for (const name of ["a.doc", "a.docx"])
      expect(await verdict(name, content)).toBe(
        `The content of this file is ${format}, although its name is that of a Word document. Please open it in Word, save it as .docx and upload that.`,
      );
});

test("Word documents with a password are refused with advice [threat F12]", async () => {
  const locked = { version: 193, flags: 0x0100 };
  const documents = [
    compoundFile(["EncryptionInfo", "EncryptedPackage"]),
    compoundFile(["ENCRYPTIONINFO", "ENCRYPTEDPACKAGE"]),
    compoundFile(["\u0009DRMContent"]),
    makeCompoundFile([{ name: "WordDocument", data: wordStream(locked) }]),
    makeCompoundFile([{ name: "WordDocument", data: wordStream({ ...locked, bytes: 2_000 }) }]),
    makeCompoundFile([{ name: "WordDocument", data: wordStream({ ...locked, version: 104 }) }]),
  ];
  for (const name of ["a.docx", "a.doc", "A.DOCX", "A.DOC"])
    for (const document of documents) expect(await verdict(name, document)).toBe(passwordProtected);
});

test("a document that only embeds one with a password is accepted", async () => {
  const document = makeCompoundFile([
    { name: "ObjectPool", parts: [{ name: "EncryptedPackage", data: Buffer.alloc(100) }] },
    { name: "WordDocument", data: wordStream({ version: 193 }) },
    { name: "1Table", data: Buffer.alloc(4_096) },
  ]);
  expect(await verdict("a.doc", document)).toBe("application/msword");
});

test("a DOCX may identify its main document only by its extension", async () => {
  const type = `${docxType}.main+xml`;
  const relationship = (target: string) =>
    `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`;
  const packed = (types: string, target = "word/document.xml") =>
    writeZip([
      { name: "[Content_Types].xml", data: `<Types>${types}</Types>` },
      { name: "_rels/.rels", data: relationship(target) },
      { name: "word/document.xml", data: "<w:document/>" },
    ]);
  const byEnding = `<Default Extension="xml" ContentType="${type}"/>`;
  const ownType = '<Override PartName="/word/document.xml" ContentType="application/xml"/>';
  expect(await verdict("a.docx", packed(byEnding))).toBe(docxType);
  expect(await verdict("a.docx", packed(byEnding.replace("xml", "XML"), "/Word/Document.xml"))).toBe(
    docxType,
  );
  expect(await verdict("a.docx", packed(byEnding, "word/missing.xml"))).toBe(notTaken);
  expect(await verdict("a.docx", packed(byEnding + ownType))).toBe(notTaken);
  expect(await verdict("a.docx", packed(byEnding.replace(type, "application/xml")))).toBe(notTaken);
});

test("documents with macros and templates are not accepted as Word documents [threat F6] [threat G4]", async () => {
  for (const kind of [
    "vnd.ms-word.document.macroEnabled.main+xml",
    "vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
  ])
    expect(await verdict("a.docx", writeZip(wordParts(`application/${kind}`)))).toBe(notTaken);
});
