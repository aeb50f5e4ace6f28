import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkCollectionStatement } from "../../evidence/collection-statement.ts";
import { publicJwks } from "../../evidence/signing-key.ts";
import { attestationKey, collectionFacts, listedFiles } from "../../testing/test-certificate.ts";
import { inFolder, runTool } from "../pdf/test-tools.ts";
import { writeSha256Sums } from "../sha256sums.ts";
import { renderCollection } from "./collection.ts";
import type { CollectionFacts } from "./collection-facts.ts";
import { readFileList, writeFileList } from "./file-list.ts";

const files = listedFiles(100);

const render = (changes: Partial<CollectionFacts> = {}, given = files) =>
  renderCollection(collectionFacts(given, changes), given);
const getText = (pdf: Uint8Array) =>
  inFolder(pdf, (folder) => runTool("pdftotext", ["-layout", "in.pdf", "-"], folder).text);
const pagesOf = (pdf: Uint8Array) => getText(pdf).split("\f").slice(0, -1);
const shape = (text: string) => text.replace(/\s+/g, " ");

test("the certificate of a collection says how many files, how large, when, for whom, and the root", async () => {
  const facts = collectionFacts(files, { originalDate: "May 2026", otherParties: "John Smith" });
  const [first = "", ...further] = pagesOf(await renderCollection(facts, files));
  for (const part of [
    "Certificate of Attestation",
    facts.serialNumber,
    "issued to “Jane Q. Public” for the collection “Wedding 婚礼 of Zoë” (names as stated by the account, not checked)",
    "attested on November 20, 2026 1:11:00 PM CST (UTC−6) November 20, 2026, 7:11:00 PM UTC",
    "received the fingerprints of 100 files",
    "did not receive the files themselves",
    "100 files, 6,111,106,650 bytes (6.1 GB) in total, as stated by the account",
    `of the hash tree over all files; each has an evidence record (RFC 4998) that proves it alone ${facts.root}`,
    "May 2026",
    "John Smith",
    "page 1 of 5",
  ])
    expect(shape(first)).toContain(part);
  expect(further).toHaveLength(4);
});

test("the files are listed in order with number, name, size and fingerprint on as many pages as needed", async () => {
  const text = pagesOf(await render())
    .slice(1)
    .map(shape)
    .join(" ");
  let at = 0;
  for (const [index, { sha256 }] of files.entries()) {
    const next = text.indexOf(sha256, at);
    expect(next).toBeGreaterThan(at);
    expect(text.slice(at, next)).toContain(` ${String(index + 1).padStart(3, "0")} `);
    at = next;
  }
  expect(text).toContain("2026/site A/IMG_0001 (2).jpg 1.2 MB");
  expect(text).toContain("Größe – 写真");
  expect(text).toContain("2026-11 wedding/IMG_1099.jpg 122.2 MB");
  expect(text).toContain("page 5 of 5");
});

test("each name has the bar of the client's words and stays on one line, and long names keep their beginning and end", async () => {
  const lines = pagesOf(await render())
    .slice(1)
    .flatMap((page) => page.split("\n"));
  const named = lines.filter((line) => /IMG_|plan|写真|Verified|very long/.test(line));
  expect(named).toHaveLength(100);
  for (const line of named) expect(line).toMatch(/^\s*\d{3} +\| \S.* {2,}[\d.]+ (?:bytes?|[kMG]B)$/);
  expect(named[3]).toContain("two / lines Verified by Attestamp");
  expect(named[4]).toMatch(/a very long name.*….*end\.tiff/);
  for (const page of pagesOf(await render()).slice(1))
    expect(page).toContain("As stated by the client, not verified by us");
});

test("names that differ only in invisible characters look different, and none can reverse what it says", async () => {
  const names = [
    "invoice.pdf",
    "in\u200bvoice.pdf",
    "in[U+200B]voice.pdf",
    "\ufeffinvoice.pdf",
    "invoice\u202efdp.exe",
    "خانه\u200cها.jpg",
  ];
  const given = listedFiles(names.length).map((file, index) => ({ ...file, name: names[index] }));
  const [first = "", ...further] = pagesOf(await render({}, given)).map(shape);
  expect(first).toContain("invisible characters in names are shown as numbers, such as [U+200B]");
  const text = further.join(" ");
  for (const shown of [
    " invoice.pdf",
    "in[U+200B]voice.pdf",
    "in[U+005B]U+200B]voice.pdf",
    "[U+FEFF]invoice.pdf",
    "invoice[U+202E]fdp.exe",
  ])
    expect(text).toContain(shown);
  // Persian needs this joiner. Brackets next to letters that are written from right to left are mirrored.
  expect(text).not.toContain("U+200C");
  const [spanish = ""] = pagesOf(await render({ language: "es" }, given)).map(shape);
  expect(spanish).toContain(
    "los caracteres invisibles de los nombres aparecen como números, por ejemplo [U+200B]",
  );
});

test("if names are private, the certificate lists only numbers and fingerprints", async () => {
  const nameless = files.map(({ size, sha256 }) => ({ size, sha256 }));
  const text = getText(await render({ hasNames: false }, nameless));
  expect(text).toContain("numbered, without the names");
  for (const { sha256 } of files) expect(text).toContain(sha256);
  expect(text).not.toMatch(/IMG_|plan\.pdf/);
});

test("a certificate with only the root has one page and no file's fingerprint, not even inside the PDF", async () => {
  const pdf = await render({ listsFiles: false });
  expect(pagesOf(pdf)).toHaveLength(1);
  expect(getText(pdf)).toContain("not on this certificate, as chosen by the account");
  const plain = inFolder(
    pdf,
    (folder) => runTool("qpdf", ["--qdf", "--object-streams=disable", "in.pdf", "-"], folder).text,
  );
  expect(plain).not.toContain(files[7]?.sha256 ?? "?");
  expect(plain).not.toContain("EmbeddedFile");
});

test("SHA256SUMS is attached", async () => {
  const attached = inFolder(await render(), (folder) => {
    runTool("pdfdetach", ["-save", "1", "-o", "sums", "in.pdf"], folder);
    return readFileSync(join(folder, "sums"), "utf8");
  });
  expect(attached).toBe(writeSha256Sums(files));
});

test("the same in Spanish", async () => {
  const pdf = await render({ language: "es" });
  const text = shape(getText(pdf));
  for (const part of [
    "para la colección",
    "atestada el 20 de noviembre de 2026",
    "100 archivos, 6,111,106,650 bytes (6.1 GB) en total, según la cuenta",
    "Archivos y sus huellas (SHA-256)",
    "122.2 MB",
    "página 5 de 5",
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/\b(?:the|with|page|of the)\b/);
});

test("qpdf finds nothing wrong, and the QR code carries the signed statement", async () => {
  const facts = collectionFacts(files);
  const pdf = await renderCollection(facts, files);
  inFolder(pdf, (folder) => {
    expect(runTool("qpdf", ["--check", "in.pdf"], folder).text).toContain(
      "No syntax or stream encoding errors",
    );
    runTool("pdftoppm", ["-r", "150", "-gray", "-png", "-singlefile", "in.pdf", "page"], folder);
    const { text } = runTool("zbarimg", ["--quiet", "--raw", "page.png"], folder);
    const statement = /#(\S+)/.exec(text)?.[1] ?? text;
    expect(checkCollectionStatement(statement, publicJwks([attestationKey]))).toMatchObject({
      statement: { kind: "collection", files: 100, root: facts.root },
    });
  });
});

test("the same facts give the same bytes, and a list reaches the child process unchanged", async () => {
  expect(readFileList(writeFileList(files))).toEqual(files);
  const nameless = files.map(({ size, sha256 }) => ({ size, sha256 }));
  expect(readFileList(writeFileList(nameless))).toEqual(nameless);
  expect(Buffer.from(await render()).equals(Buffer.from(await render()))).toBe(true);
});

test("a certificate of 10,000 names needs less than 300 MB", async () => {
  const program = `
    import { readFileSync } from "node:fs";
    import { renderCollection } from ${JSON.stringify(join(import.meta.dir, "collection.ts"))};
    import { collectionFacts, listedFiles } from ${JSON.stringify(join(import.meta.dir, "../../testing/test-certificate.ts"))};
    const files = listedFiles(10_000);
    const pdf = await renderCollection(collectionFacts(files), files, () => Bun.gc(true));
    const [, peak] = /VmHWM:\\s+(\\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"));
    console.log(pdf.length, peak);`;
  const child = Bun.spawn([process.execPath, "-e", program], { stdout: "pipe", stderr: "inherit" });
  const [bytes = 0, peak = 0] = (await new Response(child.stdout).text()).split(" ").map(Number);
  expect(await child.exited).toBe(0);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(peak).toBeGreaterThan(0);
  expect(peak * 1024).toBeLessThan(300_000_000);
});
