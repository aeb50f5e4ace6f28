import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { appendSeal } from "../../evidence/pades/append-seal.ts";
import type { SealOptions } from "../../evidence/pades/seal.ts";
import { renderCertificate } from "../../formats/certificate/certificate.ts";
import { pdfWarmUpRounds, warmUpPdf } from "../../formats/pdf/warm-up.ts";
import { stampFile } from "../../formats/stamp-file.ts";
import { hashFileNow } from "../files/hash-file.ts";

/** One empty page. */
const page = `%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF
`;

const origin = "http://localhost";
const sample = {
  productName: "Warm-up",
  serialNumber: "AT-00000-00000-00000-00000",
  clientName: "Jane Doe",
  time: 0,
  timeZone: "America/Chicago",
};

const emptySeal: SealOptions = {
  subFilter: "ETSI.CAdES.detached",
  name: "",
  time: 0,
  certificates: [],
  crls: [],
  reserved: { seal: 0, timeStamp: 0 },
  paddings: [0],
};

/**
 * Stamps a sample page, so that the first document does not wait for fonts to load and code to compile. Ends early if a
 * real task arrives.
 */
export async function warmUp(folder: string, isIdle: () => boolean): Promise<void> {
  const input = join(folder, `${crypto.randomUUID()}.warm-up`);
  const output = `${input}.stamped`;
  try {
    await writeFile(input, page);
    const { bytes, sha256 } = hashFileNow(input);
    const stamp = { ...sample, position: "vertical-right", origin, qrCode: "auto" } as const;
    const outcome = await stampFile({ input, output, fileType: "application/pdf", sha256, stamp });
    if (!isIdle()) return;
    appendSeal(output, emptySeal);
    await renderCertificate({
      ...sample,
      origin,
      documentName: "page.pdf",
      fileType: "application/pdf",
      fileSize: bytes,
      stampedType: outcome.contentType,
      stampedSize: bytes,
      pages: outcome.pages,
      originalSha256: sha256,
      stampedSha256: sha256,
      originalKept: outcome.originalKept,
      ownershipConfirmedAt: null,
      originalDate: null,
      otherParties: null,
      notes: outcome.notes.map(({ text }) => text),
      timeStamp: { authority: "Attestamp", time: sample.time, vouchedBy: "service", missing: [] },
      attestation: "e30.e30.e30",
    });
    for (let round = 0; round < pdfWarmUpRounds && isIdle(); round += 1) {
      warmUpPdf(round);
      await Bun.sleep(0);
    }
  } finally {
    for (const path of [input, output]) await rm(path, { force: true });
  }
}
