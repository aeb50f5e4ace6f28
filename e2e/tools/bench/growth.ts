import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { noEvidence } from "../../../src/evidence/verifier/evidence.ts";
import { now, trust } from "../../../src/evidence/verifier/test-issued.ts";
import { judgeFile } from "../../../src/evidence/verifier/verify-file.ts";
import { stampImageFile } from "../../../src/formats/images/stamp-image-file.ts";
import { gradient, stampAt } from "../../../src/formats/images/test-pictures.ts";
import { onePage, pdfWithTable, usualResources } from "../../../src/formats/pdf/test-documents.ts";
import { stamped } from "../../../src/formats/pdf/test-stamping.ts";
import { processorMs } from "./processor-time.ts";
import { compare, type Row } from "./table.ts";

/** A file made to cost much, at some size, and who reads it. */
type Case = { what: string; size: number; make: (size: number) => Buffer; read: (bytes: Buffer) => unknown };

const rounds = 3;
/** Work that grows with the size takes 4 times as long for 4 times as much, work that grows with its square 16 times. */
const times = 4;
const maxRatio = 9;

/** Files made to cost much, against a quarter of each: the work must not grow with the square of the size. */
export async function measureGrowth(scratch: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const one of await listCases(scratch)) {
    const [small, large] = [one.make(one.size), one.make(one.size * times)];
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      peer.push(await workOf(() => one.read(small)));
      ours.push(await workOf(() => one.read(large)));
    }
    const what = `${one.what}, ${times} times as many`;
    rows.push(compare(what, Math.min(...ours), "a quarter", Math.min(...peer), maxRatio));
  }
  return rows;
}

async function workOf(work: () => unknown): Promise<number> {
  Bun.gc(true);
  const started = processorMs();
  await work();
  return processorMs() - started;
}

async function listCases(scratch: string): Promise<Case[]> {
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
  const verify = (bytes: Buffer) => judgeFile({ name: "file", bytes }, noEvidence, trust, now);
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

/** A refusal is an answer too; only its cost counts here. */
async function refusable(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch {}
}

function nestedDictionaries(depth: number): Buffer {
  const deep = `${"<< /A ".repeat(depth)}1${" >>".repeat(depth)}`;
  const page = `/MediaBox [0 0 595 842] ${usualResources} /Contents 4 0 R /Deep ${deep}`;
  return pdfWithTable(onePage({ page }));
}

/** A segment of 3,800 tables without a single code. */
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
