import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCompoundFile } from "../../formats/sniff/test-compound.ts";
import { compoundFile, wordStream } from "../../formats/sniff/test-word.ts";
import { makeDocx } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

const folder = mkdtempSync(join(tmpdir(), "word-file-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function identify(content: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return identifyWordFile(path);
}

const tables = { name: "1Table", data: Buffer.alloc(4_096) };

function wordDocument(version: number, flags = 0): Buffer {
  const stream = { name: "WordDocument", data: wordStream({ version, flags }) };
  return makeCompoundFile(version > 105 ? [stream, tables] : [stream]);
}

const passwordSentence =
  "This Word document is password protected. Please remove the password and upload it again.";

test("a DOCX and each version of DOC get the matching import filter", async () => {
  expect(await identify(makeDocx())).toBe("MS Word 2007 XML");
  expect(await identify(wordDocument(193))).toBe("MS Word 97");
  expect(await identify(wordDocument(104))).toBe("MS Word 95");
  expect(await identify(wordDocument(101))).toBe("MS WinWord 6.0");
});

test("an old DOC is recognized however small it is and whatever it embeds", async () => {
  const small = { name: "WordDocument", data: wordStream({ version: 104, bytes: 2_000 }) };
  expect(await identify(makeCompoundFile([small]))).toBe("MS Word 95");
  const newer = [{ name: "WordDocument", data: wordStream({ version: 193 }) }, tables];
  expect(await identify(makeCompoundFile([small, { name: "ObjectPool", parts: newer }]))).toBe("MS Word 95");
  expect(await identify(makeCompoundFile([...newer, { name: "ObjectPool", parts: [small] }]))).toBe(
    "MS Word 97",
  );
});

test("a DOCX with a password is refused with advice", async () => {
  await expect(identify(compoundFile(["EncryptedPackage"]))).rejects.toThrow(passwordSentence);
});

test("a DOC with a password is refused with advice [threat G3]", async () => {
  await expect(identify(wordDocument(193, 0x0100))).rejects.toThrow(passwordSentence);
});

test("text, web pages and other compound files are not accepted as Word documents [threat G3]", async () => {
  const sentence = "Couldn't convert this document to PDF.";
  await expect(identify(Buffer.from("a,b\n=1+1,2\n"))).rejects.toThrow(sentence);
  await expect(identify(Buffer.from("<html><body>Lease</body></html>"))).rejects.toThrow(sentence);
  await expect(identify(compoundFile(["Workbook"]))).rejects.toThrow(sentence);
  await expect(identify(Buffer.alloc(0))).rejects.toThrow(sentence);
});
