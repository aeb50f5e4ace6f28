import { join } from "node:path";
import { ColorSpace, Document, Matrix } from "mupdf";
import sharp from "sharp";
import { renderCertificate } from "../../src/formats/certificate/certificate.ts";
import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { testFacts } from "../../src/testing/test-certificate.ts";

const widthPx = 480;

/** What the certificate of each language is about: an invented document of an invented person. */
const invented: Record<Language, { documentName: string; clientName: string }> = {
  en: { documentName: "Home-School Portfolio Fall 2026.pdf", clientName: "Maria Sample" },
  es: { documentName: "Contrato de alquiler de otoño 2026.pdf", clientName: "María Ejemplo" },
};

/**
 * Writes a picture for each language of a certificate that the product's own engine makes for an invented document, so
 * that the landing page always shows what people actually get. Returns the beginning of their addresses, which end with
 * the language and ".avif".
 */
export async function writeSampleCertificates(outdir: string): Promise<string> {
  const pictures = await Promise.all(languageCodes.map(drawCertificate));
  const name = `assets/sample-certificate-${Bun.hash(Buffer.concat(pictures)).toString(36)}-`;
  await Promise.all(
    languageCodes.map((language, index) =>
      Bun.write(join(outdir, `${name}${language}.avif`), pictures[index] ?? ""),
    ),
  );
  return `/${name}`;
}

async function drawCertificate(language: Language): Promise<Buffer> {
  const pdf = await renderCertificate(testFacts({ ...invented[language], language }));
  const page = Document.openDocument(pdf, "application/pdf").loadPage(0);
  const [left, , right] = page.getBounds();
  const scale = (2 * widthPx) / (right - left);
  const pixels = page.toPixmap(Matrix.scale(scale, scale), ColorSpace.DeviceRGB, false).asPNG();
  return sharp(pixels).resize({ width: widthPx }).avif({ quality: 36, effort: 6 }).toBuffer();
}
