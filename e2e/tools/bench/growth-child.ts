/** Reads expensive files, and a quarter of each, in a separate process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { noEvidence } from "../../../src/evidence/verifier/evidence.ts";
import { now, trust } from "../../../src/evidence/verifier/test-issued.ts";
import { verifyFiles } from "../../../src/evidence/verifier/verify-files.ts";
import { stampImageFile } from "../../../src/formats/images/stamp-image-file.ts";
import { gradient, stampAt } from "../../../src/formats/images/test-pictures.ts";
import { defaultResources, onePage, pdfWithTable } from "../../../src/formats/pdf/test-documents.ts";
import { stamped } from "../../../src/formats/pdf/test-stamping.ts";
import { processorMs } from "./processor-time.ts";

/** A file designed to be expensive, its size, and the code that reads it. */
type Case = { what: string; size: number; make: (size: number) => Buffer; read: (bytes: Buffer) => unknown };

/** Milliseconds of processor time for every round. */
export type GrowthMeasures = { what: string; small: number[]; large: number[] }[];

const rounds = 3;

const [scratch = "", times = ""] = process.argv.slice(2);
const measures: GrowthMeasures = [];
for (const { what, size, make, read } of await listCases()) {
  const [quarter, whole] = [make(size), make(size * Number(times))];
  const [small, large]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    small.push(await measureWork(() => read(quarter)));
    large.push(await measureWork(() => read(whole)));
  }
  measures.push({ what, small, large });
}
console.log(JSON.stringify(measures));

async function measureWork(work: () => unknown): Promise<number> {
  Bun.gc(true);
  const started = processorMs();
  await work();
  return processorMs() - started;
}

async function listCases(): Promise<Case[]> {
  const photo = await gradient(160, 96).jpeg().toBuffer();
  const path = join(scratch, "hostile.jpg");
  const stampPhoto = async (bytes: Buffer) => {
    writeFileSync(path, bytes);
    const stamp = stampAt("bottom-left");
    await refusable(() =>
      stampImageFile({ input: path, output: join(scratch, "out.jpg"), fileType: "image/jpeg", stamp }),
    );
  };
  const stampPdf = (bytes: Buffer) => refusable(() => stamped(bytes));
  const verify = (bytes: Buffer) => verifyFiles([{ name: "file", bytes }], noEvidence, trust, now);
  return [
    {
      what: "PDF objects without an end",
      size: 16_000,
      make: (size) => Buffer.from(`%PDF-1.7\n${"1 0 obj (".repeat(size)}`),
      read: stampPdf,
    },
    {
      what: "PDF streams without an end",
      size: 8_000,
      make: (size) => Buffer.from(`%PDF-1.7\n${"1 0 obj << >> stream\n".repeat(size)}`),
      read: stampPdf,
    },
    { what: "nested PDF dictionaries", size: 25_000, make: nestedDictionaries, read: stampPdf },
    {
      what: "JPEG code tables",
      size: 75,
      make: (size) =>
        Buffer.concat([photo.subarray(0, 2), ...Array(size).fill(emptyCodeTables()), photo.subarray(2)]),
      read: stampPhoto,
    },
    {
      what: "JPEG restart markers",
      size: 2_500_000,
      make: (size) => Buffer.concat([photo.subarray(0, -2), restartMarkers(size), photo.subarray(-2)]),
      read: stampPhoto,
    },
    {
      what: "byte ranges in a file to verify",
      size: 125_000,
      make: (size) => Buffer.from(`%PDF-1.7\n${"/ByteRange [0 1 2 3] ".repeat(size)}`),
      read: verify,
    },
    {
      what: "ends of a ZIP file to verify",
      size: 312_500,
      make: (size) => Buffer.concat([Buffer.from("PK\x03\x04"), Buffer.alloc(4 * size, "PK\x05\x06")]),
      read: verify,
    },
  ];
}

/** A refusal is a valid result; only its cost counts here. */
async function refusable(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {}
}

function nestedDictionaries(depth: number): Buffer {
  const deep = `${"<< /A ".repeat(depth)}1${" >>".repeat(depth)}`;
  const page = `/MediaBox [0 0 595 842] ${defaultResources} /Contents 4 0 R /Deep ${deep}`;
  return pdfWithTable(onePage({ page }));
}

/** A segment of 3,800 tables without any code. */
function emptyCodeTables(): Buffer {
  const content = Buffer.alloc(17 * 3_800);
  const length = content.length + 2;
  return Buffer.concat([Buffer.from([0xff, 0xc4, length >> 8, length & 255]), content]);
}

function restartMarkers(count: number): Buffer {
  const markers = Buffer.alloc(2 * count);
  for (let at = 0; at < count; at += 1) markers.writeUInt16BE(0xffd0 + (at % 8), 2 * at);
  return markers;
}
