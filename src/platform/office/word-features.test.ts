import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeCompoundFile } from "../../formats/sniff/test-compound.ts";
import { wordStream } from "../../formats/sniff/test-word.ts";
import type { Office } from "./office.ts";
import { startResidentOffice } from "./resident-office.ts";
import { prepareSingleUseOffice } from "./single-use-office.ts";
import { requireOffice } from "./test-office.ts";
import { featureSamples } from "./test-word-features.ts";
import { makeDocx, paragraph } from "./test-word-samples.ts";
import { identifyWordFile } from "./word-file.ts";

setDefaultTimeout(600_000);
const folder = mkdtempSync(join(tmpdir(), "word-features-test-"));
const { sandbox, program, python } = await requireOffice();
const resident = startResidentOffice(sandbox, python, program);
afterAll(async () => {
  await resident.end();
  rmSync(folder, { recursive: true });
});

/** The two ways to a PDF: a resident office, and one started for a single document. */
const ways: [string, () => Office][] = [
  ["the office that stays open", () => resident],
  ["an office of its own", () => prepareSingleUseOffice(sandbox, program)],
];

async function getText(office: Office, document: Buffer): Promise<string> {
  const input = join(folder, crypto.randomUUID());
  writeFileSync(input, document);
  const filter = await identifyWordFile(input);
  await office.convert({ input, output: `${input}.pdf`, filter, name: "lease.docx" });
  const text = await Bun.$`pdftotext -layout ${input}.pdf -`.text();
  // Marks that only state the direction of the text.
  return text.normalize("NFKC").replace(/[\u200e\u200f\u202a-\u202e]/g, "");
}

for (const [way, getOffice] of ways) {
  for (const { feature, document, says } of featureSamples) {
    test(`a document with ${feature} is converted by ${way}`, async () => {
      const text = await getText(getOffice(), document);
      for (const words of says) expect(text).toContain(words);
    });
  }

  test(`documents of Word 6 and Word 95, small and large, are converted by ${way}`, async () => {
    for (const version of [101, 104]) {
      for (const bytes of [2_000, 5_000]) {
        const stream = wordStream({ version, bytes, text: `A lease of version ${version}.` });
        const document = makeCompoundFile([{ name: "WordDocument", data: stream }]);
        expect(await getText(getOffice(), document)).toContain(`A lease of version ${version}.`);
      }
    }
  });

  test(`a document identified only by its extension is converted by ${way}`, async () => {
    const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${type}"/></Types>`;
    const document = makeDocx({
      body: paragraph("Typed by its ending."),
      parts: { "[Content_Types].xml": contentTypes },
    });
    expect(await getText(getOffice(), document)).toContain("Typed by its ending.");
  });
}

test("after a document with comments the office can convert the next one, many times over", async () => {
  const [comments] = featureSamples;
  if (!comments) throw new Error("There is no document with comments.");
  for (let time = 0; time < 20; time += 1)
    expect(await getText(resident, comments.document)).toContain("The rent is due");
});

test("emoji of each version of Unicode are drawn, also those of several characters", async () => {
  const single = ["☎", "⌚", "⭐", "🎉", "😀", "🙂", "🧀", "🥐", "🦕", "🥰", "🪐", "🧋", "🫠"];
  const joined = ["👨‍👩‍👧", "🇺🇸", "1️⃣"];
  const withoutGlyph = "\u{e0fff}";
  const signs = [...single, ...joined, withoutGlyph];
  const input = join(folder, "emoji");
  const newPage = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
  writeFileSync(input, makeDocx({ body: signs.map(paragraph).join(newPage) }));
  const filter = await identifyWordFile(input);
  await resident.convert({ input, output: `${input}.pdf`, filter, name: "emoji.docx" });
  await Bun.$`pdftoppm -gray -r 60 -H 200 ${input}.pdf ${join(folder, "emoji-page")}`;
  const pictures = readdirSync(folder).filter((name) => name.startsWith("emoji-page"));
  const drawn = new Set(pictures.map((name) => Bun.hash(readFileSync(join(folder, name)))));
  expect([pictures.length, drawn.size]).toEqual([signs.length, signs.length]);
});
