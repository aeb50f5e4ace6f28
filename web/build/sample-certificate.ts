import { join } from "node:path";
import { ColorSpace, Document, Matrix } from "mupdf";
import sharp from "sharp";
import { renderCertificate } from "../../src/formats/certificate/certificate.ts";
import { testFacts } from "../../src/testing/test-certificate.ts";

const widthPx = 480;

/**
 * Writes a picture of a certificate that the product's own engine makes for an invented document, so that the
 * landing page always shows what people actually get. Returns its address.
 */
export async function writeSampleCertificate(outdir: string): Promise<string> {
  const pdf = renderCertificate(
    testFacts({ documentName: "Home-School Portfolio Fall 2026.pdf", clientName: "Maria Sample" }),
  );
  const page = Document.openDocument(pdf, "application/pdf").loadPage(0);
  const [left, , right] = page.getBounds();
  const scale = (2 * widthPx) / (right - left);
  const pixels = page.toPixmap(Matrix.scale(scale, scale), ColorSpace.DeviceRGB, false).asPNG();
  const picture = await sharp(pixels).resize({ width: widthPx }).avif({ quality: 40, effort: 6 }).toBuffer();
  const name = `assets/sample-certificate-${Bun.hash(picture).toString(36)}.avif`;
  await Bun.write(join(outdir, name), picture);
  return `/${name}`;
}
