/**
 * The position of the stamp on a page according to the readers that find its text, independent of the engine that
 * placed it.
 */
import type { Region } from "../../../src/formats/pdf/test-tools.ts";
import { decodeXml } from "../../../src/formats/xml/references.ts";
import { type Limits, runLimited } from "./readers.ts";

type Box = { left: number; top: number; right: number; bottom: number };
type Word = Box & { text: string };
type Page = { width: number; height: number; words: Word[] };

export type StampText = { text: string; serialNumber: string };

/** The space between the text and the edge of the stamp, relative to the height of its characters. */
const paddingByHeight = 0.6;
/** The widest space between words of the stamp, in the same unit. */
const gapByHeight = 1.2;

/** The stamp's box on each page, relative to its width and height; a page without a stamp is missing. */
export async function findStamps(
  before: string,
  after: string,
  pages: number[],
  stamp: StampText,
  options: { limits: Limits; folder: string },
): Promise<Map<number, Region>> {
  const places = new Map<number, Region>();
  for (const findWords of [findWordsWithMupdf, findWordsWithPoppler]) {
    const missing = pages.filter((page) => !places.has(page));
    if (missing.length === 0) break;
    const [old, current] = await Promise.all([
      findWords(before, missing, options),
      findWords(after, missing, options),
    ]);
    for (const [number, page] of current) {
      const place = findStamp(page, old.get(number)?.words ?? [], stamp);
      if (place) places.set(number, place);
    }
  }
  return places;
}

/** The serial number and the adjacent new words of the stamp. */
function findStamp({ width, height, words }: Page, before: Word[], stamp: StampText): Region | undefined {
  const stampText = withoutSpace(stamp.text);
  const known = new Set(before.map(identify));
  const candidates = words.filter((word) => stampText.includes(word.text) && !known.has(identify(word)));
  const serial = candidates.find(({ text }) => text.includes(stamp.serialNumber));
  if (!serial) return undefined;
  const lineHeight = Math.min(serial.right - serial.left, serial.bottom - serial.top);
  let open = candidates.filter((word) => word !== serial);
  let box: Box = serial;
  for (let near = [serial]; near.length > 0; ) {
    const reach = enlarge(box, lineHeight * gapByHeight);
    near = open.filter((word) => overlap(word, reach));
    open = open.filter((word) => !near.includes(word));
    box = near.reduce(unite, box);
  }
  const { left, top, right, bottom } = enlarge(box, lineHeight * paddingByHeight);
  return { left: left / width, top: top / height, right: right / width, bottom: bottom / height };
}

const enlarge = ({ left, top, right, bottom }: Box, by: number): Box => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
});

const unite = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const withoutSpace = (text: string): string => text.replace(/\s+/g, "");

const identify = ({ text, left, top }: Word): string => `${text} ${Math.round(left)} ${Math.round(top)}`;

type Find = (
  file: string,
  pages: number[],
  options: { limits: Limits; folder: string },
) => Promise<Map<number, Page>>;

/** Characters of one font in a line count as a word, since text next to the stamp may look like the same line. */
const findWordsWithMupdf: Find = async (file, pages, { limits, folder }) => {
  const command = ["mutool", "draw", "-q", "-i", "-F", "stext", file, pages.join()];
  const { text } = await runLimited(command, limits, folder);
  const found = new Map<number, Page>();
  for (const [, number, width, height, content = ""] of text.matchAll(
    /<page id="page(\d+)" width="([\d.]+)" height="([\d.]+)">([\s\S]*?)<\/page>/g,
  )) {
    const runs = [...content.matchAll(/<font[^>]*>([\s\S]*?)<\/font>/g)].map(([, run = ""]) => run);
    found.set(Number(number), {
      width: Number(width),
      height: Number(height),
      words: runs.flatMap(findWordInRun),
    });
  }
  return found;
};

function findWordInRun(run: string): Word[] {
  const characters = [...run.matchAll(/<char quad="([^"]*)"[^>]* c="([^"]*)"/g)];
  const text = withoutSpace(characters.map(([, , character = ""]) => decodeXml(character)).join(""));
  if (text === "") return [];
  const corners = characters.map(([, quad = ""]) => quad.split(" ").map(Number));
  const across = corners.flatMap((quad) => quad.filter((_, index) => index % 2 === 0));
  const down = corners.flatMap((quad) => quad.filter((_, index) => index % 2 === 1));
  return [
    {
      text,
      left: Math.min(...across),
      right: Math.max(...across),
      top: Math.min(...down),
      bottom: Math.max(...down),
    },
  ];
}

const findWordsWithPoppler: Find = async (file, pages, { limits, folder }) => {
  const found = new Map<number, Page>();
  for (const number of pages) {
    const range = ["-f", `${number}`, "-l", `${number}`];
    const command = ["pdftotext", "-q", "-bbox", "-cropbox", ...range, file, "-"];
    const { text } = await runLimited(command, limits, folder);
    const [, width, height] = /<page width="([\d.]+)" height="([\d.]+)">/.exec(text) ?? [];
    if (!width) continue;
    const words = text.matchAll(
      /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)<\/word>/g,
    );
    found.set(number, {
      width: Number(width),
      height: Number(height),
      words: [...words].map(([, left, top, right, bottom, word = ""]) => ({
        text: withoutSpace(decodeXml(word)),
        left: Number(left),
        top: Number(top),
        right: Number(right),
        bottom: Number(bottom),
      })),
    });
  }
  return found;
};
