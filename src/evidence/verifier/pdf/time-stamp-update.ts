import { latin1 } from "../../pades/byte-ranges.ts";
import type { FoundSignature } from "../../pades/find-signatures.ts";
import { type OwnUpdate, offsetBases, readLastUpdate, readPack } from "./own-update.ts";

const stampForm =
  /^\n(\d{1,10}) 0 obj\n<< \/Type \/DocTimeStamp \/Filter \/Adobe\.PPKLite \/SubFilter \/ETSI\.RFC3161 \/ByteRange \[[\d ]{34}\] \/Contents $/;
const fieldForm =
  /^\/Type \/Annot \/Subtype \/Widget \/FT \/Sig \/T \([^()\\]{1,64}\) \/F 132 \/Rect \[0 0 0 0\] \/P \d{1,10} \d{1,5} R \/AP << \/N \d{1,10} 0 R >>$/;

/**
 * True if only the time-stamp, as we write it, is between the sealed bytes and its end: its dictionary, and the
 * invisible field that the seal already covers, which now refers to it. Anyone can get a time-stamp over any bytes;
 * only this form proves that nothing else was appended after the seal.
 */
export function isOnlyTimeStamp(bytes: Uint8Array, sealedEnd: number, stamp: FoundSignature): boolean {
  return offsetBases(bytes).some((base) => hasShape(bytes, sealedEnd, stamp, base));
}

function hasShape(bytes: Uint8Array, sealedEnd: number, stamp: FoundSignature, base: number): boolean {
  const sealed = readLastUpdate(bytes, sealedEnd, base);
  const update = readLastUpdate(bytes, stamp.end, base);
  const before = stamp.placeholder.start - sealedEnd;
  const match = before < 512 && stampForm.exec(latin1(bytes.subarray(sealedEnd, stamp.placeholder.start)));
  if (!sealed || !update || !match) return false;
  const isContinued = update.previous === sealed.start && update.entries === sealed.entries;
  if (!isContinued) return false;
  const number = Number(match[1]);
  const field = readField(bytes, stamp.placeholder.end, base + update.start, number, base);
  if (!field) return false;
  const places = new Map([...field.places, [number, { offset: sealedEnd + 1 - base }]]);
  const fresh = [...places.keys()].filter((key) => key !== field.number);
  const ownNumber = update.size - 1;
  if (field.isPacked) {
    places.set(ownNumber, { offset: update.start });
    fresh.push(ownNumber);
  }
  return (
    isSameMap(places, update.objects) &&
    fresh.every((key) => key >= sealed.size) &&
    fieldForm.test(field.text) &&
    getText(bytes, sealed, field.number, base) === `<< ${field.text} >>`
  );
}

type Field = { number: number; text: string; places: OwnUpdate["objects"]; isPacked: boolean };

/** The field between the time-stamp and the cross-reference section, if there is nothing else. */
function readField(
  bytes: Uint8Array,
  from: number,
  to: number,
  stampNumber: number,
  base: number,
): Field | undefined {
  const close = " >>\nendobj\n";
  if (to - from > 4096 || latin1(bytes.subarray(from, from + close.length)) !== close) return undefined;
  const start = from + close.length;
  const end = ` /V ${stampNumber} 0 R >>`;
  const pack = readPack(bytes, start);
  if (pack) {
    const [number = -1, ...more] = pack.numbers;
    const text = fieldText(pack.texts[0]?.trimEnd() ?? "", end);
    if (more.length > 0 || pack.end !== to || text === undefined) return undefined;
    const places: OwnUpdate["objects"] = new Map([
      [number, { stream: pack.number, index: 0 }],
      [pack.number, { offset: start - base }],
    ]);
    return { number, text, places, isPacked: true };
  }
  const [, number = "", body = ""] =
    /^(\d{1,10}) 0 obj\n(.*)\nendobj\n$/s.exec(latin1(bytes.subarray(start, to))) ?? [];
  const text = fieldText(body, end);
  if (text === undefined) return undefined;
  return {
    number: Number(number),
    text,
    places: new Map([[Number(number), { offset: start - base }]]),
    isPacked: false,
  };
}

const fieldText = (body: string, end: string) =>
  body.startsWith("<< ") && body.endsWith(end) ? body.slice(3, -end.length) : undefined;

/** An object's text in the update that the seal covers. */
function getText(bytes: Uint8Array, sealed: OwnUpdate, number: number, base: number): string | undefined {
  const place = sealed.objects.get(number);
  if (!place) return undefined;
  if ("offset" in place) {
    const text = latin1(bytes.subarray(base + place.offset, base + place.offset + 1024));
    const head = `${number} 0 obj\n`;
    return text.startsWith(head) ? text.slice(head.length, text.indexOf("\nendobj\n")) : undefined;
  }
  const stream = sealed.objects.get(place.stream);
  const pack = stream && "offset" in stream ? readPack(bytes, base + stream.offset) : undefined;
  return pack?.numbers[place.index] === number ? pack.texts[place.index]?.trimEnd() : undefined;
}

function isSameMap(one: OwnUpdate["objects"], other: OwnUpdate["objects"]): boolean {
  const getTexts = (map: OwnUpdate["objects"]) =>
    [...map].map(([number, place]) => `${number} ${Object.values(place).join(" ")}`).toSorted();
  return getTexts(one).join() === getTexts(other).join();
}
