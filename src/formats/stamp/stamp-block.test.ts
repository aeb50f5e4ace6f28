import { expect, test } from "bun:test";
import { loadFace } from "../text/fonts.ts";
import { shapeText } from "../text/shape.ts";
import type { Stamp } from "./stamp.ts";
import { type StampBlock, StampBlocks } from "./stamp-block.ts";
import { stampLines } from "./stamp-text.ts";

const stamp: Stamp = {
  productName: "Attestamp",
  serialNumber: "AT-7K3M9-QX2T4-HV8BW-1C5DN",
  clientName: "Jane Doe",
  time: Date.UTC(2026, 10, 20, 19, 11, 0),
  timeZone: "America/Chicago",
  position: "vertical-right",
};

const names = [
  "Jane Doe",
  "Dr. Maximiliane Bartholomea von Hohenstein-Sigmaringen und zu Donau-Auen",
  "محمد علي الحسن بن عبد الرحمن الطويل",
  "北京市朝阳区人民法院第一审判庭书记员办公室",
  "x".repeat(120),
];

const textOf = ({ lines }: StampBlock) =>
  lines.map(({ pieces }) => pieces.map(({ text }) => text.text).join(""));
const plain = (text: string) => text.replace(/[\s·]+/g, "");

test("a block has the same text at any width, stays within that width, and never breaks the serial number", () => {
  for (const clientName of names) {
    const blocks = new StampBlocks({ ...stamp, clientName });
    const whole = plain(stampLines({ ...stamp, clientName }).join(""));
    for (const width of [500, 60, 40, 30, 22]) {
      const block = blocks.within(width);
      if (!block) throw new Error(`There is no block of ${width} em.`);
      expect(block.width).toBeLessThanOrEqual(width);
      expect(plain(textOf(block).join(""))).toBe(whole);
      expect(textOf(block).some((line) => line.includes(stamp.serialNumber))).toBe(true);
      for (const { pieces, width: length } of block.lines) {
        const drawn = pieces.reduce((sum, { text, size }) => sum + text.width * size, 0);
        expect(drawn).toBeLessThanOrEqual(block.width);
        expect(Math.abs(drawn - length)).toBeLessThan(0.5);
      }
    }
  }
});

test("product, time, client and serial number are larger than the words that explain them, and lines do not overlap", () => {
  const block = new StampBlocks(stamp).within(40);
  if (!block) throw new Error("There is no block.");
  const pieces = block.lines.flatMap(({ pieces }) =>
    pieces.map(({ text, size }) => ({ words: text.text, size })),
  );
  for (const fact of [
    stamp.productName,
    stamp.serialNumber,
    "Jane Doe",
    "November 20, 2026, 1:11:00 PM CST (UTC−6)",
  ])
    expect(pieces.find(({ words }) => words.includes(fact))?.size).toBe(1);
  for (const word of ["stated client:", "Serial", "This is a Professional"])
    expect(pieces.find(({ words }) => words.includes(word))?.size).toBeLessThan(0.8);
  const baselines = block.lines.map(({ baseline }) => baseline);
  for (const [index, baseline] of baselines.slice(1).entries())
    expect(baseline - (baselines[index] ?? 0)).toBeGreaterThan(0.95);
  expect(block.height).toBeGreaterThan(baselines.at(-1) ?? 0);
});

test("words that belong together stay on one line if it is long enough", () => {
  const lines = textOf(new StampBlocks(stamp).within(30) as StampBlock);
  expect(lines.slice(0, 3)).toEqual([
    "Attestamp · November 20, 2026, 1:11:00 PM CST (UTC−6)",
    "stated client: Jane Doe",
    `Serial ${stamp.serialNumber}`,
  ]);
});

test("the serial number is in a semibold face whose zeros are slashed and whose letters do not touch", () => {
  const serialNumber = "AT-VVW0D-0Q8B6-5S2Z1-VVVVN";
  const [line] = new StampBlocks({ ...stamp, serialNumber }).within(500)?.lines ?? [];
  const runs = line?.pieces.flatMap(({ text }) => text.runs) ?? [];
  const glyphs = runs.flatMap(({ font, glyphs }) => (font === "latin-bold" ? glyphs : []));
  expect(glyphs.map(({ text }) => text).join("")).toBe(`${stamp.productName}${serialNumber}`);
  const [slashed] = shapeText("0", { face: "latin-bold" }).runs[0]?.glyphs ?? [];
  expect(slashed?.id).not.toBe(loadFace("latin-bold").font.nominalGlyph(0x30));
  expect(glyphs.filter(({ text }) => text === "0").map(({ id }) => id)).toEqual(Array(2).fill(slashed?.id));
  const between = shapeText("V", { face: "latin-bold" }).width;
  for (const { advance } of glyphs.filter(({ text }) => text === "V"))
    expect(advance).toBeGreaterThan(between + 0.03);
});

test("a block with a code has the same text, next to the code and not higher, if the width allows", () => {
  for (const clientName of names) {
    const blocks = new StampBlocks({
      ...stamp,
      clientName,
      origin: "https://stamps.example.org",
      qrCode: "on",
    });
    const whole = plain(stampLines({ ...stamp, clientName, origin: "https://stamps.example.org" }).join(""));
    for (const width of [70, 45, 28]) {
      const block = blocks.withCode(width, 5.4);
      if (!block?.code) throw new Error(`There is no block with a code in ${width} em.`);
      expect(block.width).toBeLessThanOrEqual(width);
      expect(plain(textOf(block).join(""))).toBe(whole);
      expect(block.start).toBeGreaterThan(block.code.left + block.code.side);
      if (width === 70 && clientName === "Jane Doe") {
        expect(block.height).toBe(5.4);
        expect(block.width).toBeLessThan(45);
      }
      const [first, last] = [block.lines.at(0), block.lines.at(-1)];
      expect(first?.baseline).toBeGreaterThan(0.9);
      expect(last?.baseline).toBeLessThan(block.height - 0.2);
      expect(blocks.withCode(width, 5.4)).toBe(block);
    }
    expect(blocks.withCode(20, 5.4)).toBeUndefined();
  }
});
