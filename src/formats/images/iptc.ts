import { addRight, type Rights, type RightsField } from "./rights.ts";

/** Datasets of the application record (IPTC IIM 4.2, 6) that are kept. */
const datasets: Record<number, RightsField> = { 80: "creator", 110: "credit", 116: "rights" };
/** City, sublocation, province and country. */
const places = [90, 92, 95, 101];
const application = 2;
const marker = 0x1c;
/** The envelope's dataset for the character set, with the escape sequence for UTF-8. */
const utf8Set = Buffer.from([marker, 1, 90, 0, 3, 0x1b, 0x25, 0x47]);
const maxDatasets = 1_000;

const photoshop = Buffer.from("Photoshop 3.0\0", "latin1");
const iptcResource = 0x0404;

export type Iptc = { rights: Rights; namesPlace: boolean };

/** What a sequence of datasets says about rights, and whether it names a place. */
export function readIptc(bytes: Buffer): Iptc {
  const found: Iptc = { rights: {}, namesPlace: false };
  for (
    let at = 0, count = 0;
    at + 5 <= bytes.length && bytes[at] === marker && count < maxDatasets;
    count++
  ) {
    const [record, dataset = 0] = [bytes[at + 1], bytes[at + 2]];
    const length = bytes.readUInt16BE(at + 3);
    if (length > 0x7fff || at + 5 + length > bytes.length) break;
    const value = bytes.subarray(at + 5, at + 5 + length);
    const field = record === application ? datasets[dataset] : undefined;
    if (field) addRight(found.rights, field, decode(value));
    if (record === application && places.includes(dataset) && length > 0) found.namesPlace = true;
    at += 5 + length;
  }
  return found;
}

/** Most programs write UTF-8; old ones write the character set of their system and do not say which. */
function decode(value: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(value);
  } catch {
    return new TextDecoder("windows-1252").decode(value);
  }
}

/** The datasets in the content of a JPEG's APP13 segment; undefined if there are none. */
export function findIptc(content: Buffer): Buffer | undefined {
  if (!content.subarray(0, photoshop.length).equals(photoshop)) return undefined;
  for (
    let at = photoshop.length;
    at + 12 <= content.length && content.toString("latin1", at, at + 4) === "8BIM";
  ) {
    const nameLength = content[at + 6] ?? 0;
    const sizeAt = at + 6 + even(nameLength + 1);
    if (sizeAt + 4 > content.length) return undefined;
    const start = sizeAt + 4;
    const end = start + content.readUInt32BE(sizeAt);
    if (end > content.length) return undefined;
    if (content.readUInt16BE(at + 4) === iptcResource) return content.subarray(start, end);
    at = start + even(end - start);
  }
  return undefined;
}

/** The content of an APP13 segment with nothing but these rights; undefined if it would be empty. */
export function writeIptc(rights: Rights): Buffer | undefined {
  const parts = Object.entries(datasets).flatMap(([dataset, field]) =>
    (rights[field] ?? []).map((value) => writeDataset(Number(dataset), Buffer.from(value))),
  );
  if (parts.length === 0) return undefined;
  const data = Buffer.concat([utf8Set, ...parts]);
  const head = Buffer.alloc(12);
  head.write("8BIM", "latin1");
  head.writeUInt16BE(iptcResource, 4);
  head.writeUInt32BE(data.length, 8);
  return Buffer.concat([photoshop, head, data, Buffer.alloc(data.length % 2)]);
}

function writeDataset(dataset: number, value: Buffer): Buffer {
  const head = Buffer.from([marker, application, dataset, 0, 0]);
  head.writeUInt16BE(value.length, 3);
  return Buffer.concat([head, value]);
}

const even = (length: number): number => length + (length % 2);
