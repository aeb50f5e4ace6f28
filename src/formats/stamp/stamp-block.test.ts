import { expect, test } from "bun:test";
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
  const sizes = new Map(
    block.lines.flatMap(({ pieces }) => pieces.map(({ text, size }) => [text.text.trim(), size] as const)),
  );
  for (const fact of [stamp.productName, stamp.serialNumber, "Jane Doe"]) expect(sizes.get(fact)).toBe(1);
  expect(Math.min(...sizes.values())).toBeLessThan(0.8);
  const baselines = block.lines.map(({ baseline }) => baseline);
  for (const [index, baseline] of baselines.slice(1).entries())
    expect(baseline - (baselines[index] ?? 0)).toBeGreaterThan(0.95);
  expect(block.height).toBeGreaterThan(baselines.at(-1) ?? 0);
});

test("words that belong together stay on one line if it is long enough", () => {
  const lines = textOf(new StampBlocks(stamp).within(40) as StampBlock);
  expect(lines.slice(0, 3)).toEqual([
    "Attestamp · November 20, 2026, 1:11:00 PM CST",
    "Client (as stated by the account, not checked): Jane Doe",
    `Serial ${stamp.serialNumber}`,
  ]);
});
