import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCompoundFile, makeDocx } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

const folder = mkdtempSync(join(tmpdir(), "word-file-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function identify(content: Buffer) {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return identifyWordFile(path);
}

/** The first bytes of a .doc: the file information block with its magic number, version and flags. */
function wordDocument({ version, flags }: { version: number; flags: number }): Buffer {
  const block = Buffer.alloc(32);
  block.writeUInt16LE(0xa5ec, 0);
  block.writeUInt16LE(version, 2);
  block.writeUInt16LE(flags, 10);
  return makeCompoundFile("WordDocument", block);
}

const passwordSentence =
  "This Word document is password protected. Please remove the password and upload it again.";

test("a DOCX and a DOC of each age get the reader made for them", async () => {
  expect(await identify(makeDocx())).toBe("MS Word 2007 XML");
  expect(await identify(wordDocument({ version: 193, flags: 0 }))).toBe("MS Word 97");
  expect(await identify(wordDocument({ version: 104, flags: 0 }))).toBe("MS Word 95");
  expect(await identify(wordDocument({ version: 101, flags: 0 }))).toBe("MS WinWord 6.0");
});

test("a DOCX with a password is refused with what to do about it", async () => {
  await expect(identify(makeCompoundFile("EncryptedPackage", Buffer.alloc(8)))).rejects.toThrow(
    passwordSentence,
  );
});

test("a DOC with a password is refused with what to do about it", async () => {
  await expect(identify(wordDocument({ version: 193, flags: 0x0100 }))).rejects.toThrow(passwordSentence);
});

test("text, web pages and other compound files are no Word documents", async () => {
  const sentence = "This Word document could not be turned into a PDF.";
  await expect(identify(Buffer.from("a,b\n=1+1,2\n"))).rejects.toThrow(sentence);
  await expect(identify(Buffer.from("<html><body>Lease</body></html>"))).rejects.toThrow(sentence);
  await expect(identify(makeCompoundFile("Workbook", Buffer.alloc(8)))).rejects.toThrow(sentence);
  await expect(identify(Buffer.alloc(0))).rejects.toThrow(sentence);
});
