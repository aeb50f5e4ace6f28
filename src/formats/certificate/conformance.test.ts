import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { declarationFacts, testFacts } from "../../testing/test-certificate.ts";
import { writeSrgbProfile } from "../images/icc-profile.ts";
import { effectiveObjects, inFolder, runTool } from "../pdf/test-tools.ts";
import { renderCertificate } from "./certificate.ts";
import { renderDeclaration } from "./declaration.ts";

const documents = {
  "a certificate": () => renderCertificate(testFacts()),
  "a declaration": () => renderDeclaration(declarationFacts),
};

const metadataOf = (pdf: Uint8Array) =>
  inFolder(pdf, (folder) => runTool("pdfinfo", ["-meta", "in.pdf"], folder).text);

for (const [name, render] of Object.entries(documents)) {
  test(`${name} says that it is PDF/A-3a and PDF/UA-1, and has the entries that both demand`, async () => {
    const pdf = await render();
    const metadata = metadataOf(pdf);
    for (const claim of [
      "<pdfaid:part>3</pdfaid:part>",
      "<pdfaid:conformance>A</pdfaid:conformance>",
      "<pdfuaid:part>1</pdfuaid:part>",
      "<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>",
    ])
      expect(metadata).toContain(claim);
    const objects = effectiveObjects(pdf);
    for (const entry of [
      '"/OutputIntents"',
      '"/S": "/GTS_PDFA1"',
      '"/Marked": true',
      '"/Lang": "u:en-US"',
      '"/DisplayDocTitle": true',
      '"/StructTreeRoot"',
      '"/ID"',
    ])
      expect(objects).toContain(entry);
    for (const forbidden of ['"/Encrypt"', '"/SMask"', '"/Transparency"', '"/JavaScript"', '"/LZWDecode"'])
      expect(objects).not.toContain(forbidden);
    const fonts = inFolder(pdf, (folder) => runTool("pdffonts", ["in.pdf"], folder).text);
    const rows = fonts.trim().split("\n").slice(2);
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatch(/ yes yes yes +\d+ +0$/);
  });
}

test("the metadata states the language of the certificate", async () => {
  expect(metadataOf(await renderCertificate(testFacts({ language: "es" })))).toContain("<rdf:li>es</rdf:li>");
});

test("a name with characters of private use has its text beside the glyphs, and is copied as it is", async () => {
  const pdf = await renderCertificate(testFacts({ clientName: "Jane \ue000 Doe" }));
  const text = inFolder(pdf, (folder) => runTool("pdftotext", ["-layout", "in.pdf", "-"], folder).text);
  expect(text).toContain("“Jane \ue000 Doe”");
  const contents = inFolder(pdf, (folder) => runTool("qpdf", ["--qdf", "in.pdf", "-"], folder).text);
  expect(/\/Span <<\/ActualText <FEFF/i.test(contents)).toBe(true);
});

test("the profile of sRGB changes no color", async () => {
  const pixels = Uint8Array.from({ length: 256 * 3 }, (_, at) => (at * 7919) % 256);
  const folder = mkdtempSync(join(tmpdir(), "profile-"));
  const path = join(folder, "srgb.icc");
  writeFileSync(path, writeSrgbProfile());
  const picture = sharp(pixels, { raw: { width: 256, height: 1, channels: 3 } });
  const converted = await picture.withIccProfile(path).png().toBuffer();
  rmSync(folder, { recursive: true });
  const shown = await sharp(converted, { ignoreIcc: true }).raw().toBuffer();
  const differences = [...shown].map((value, at) => Math.abs(value - (pixels[at] ?? 0)));
  expect(differences.length).toBe(pixels.length);
  expect(Math.max(...differences)).toBeLessThan(2);
});
