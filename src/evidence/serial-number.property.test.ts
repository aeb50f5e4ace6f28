import { expect, test } from "bun:test";
import fc from "fast-check";
import { forTwoSeconds } from "../testing/test-properties.ts";
import { createSerialNumber, readSerialNumber } from "./serial-number.ts";

const serialNumbers = fc
  .uint8Array({ minLength: 19, maxLength: 19 })
  .map((bytes) => createSerialNumber(() => bytes));
const getCode = (serial: string) => serial.slice(3).replaceAll("-", "");
const hyphens = fc.constantFrom("", "", " ", "-", "‐", "–", "\t", "\u00a0");

/** A serial number as people may type it: any case, O for 0, I or l for 1, hyphens and spaces anywhere. */
const typed = serialNumbers.chain((serial) =>
  fc
    .tuple(
      fc.constantFrom("AT", "at", "At-", ""),
      ...[...getCode(serial)].map((char) => {
        const alike: Record<string, string[]> = { 0: ["O", "o"], 1: ["I", "i", "L", "l"] };
        return fc.constantFrom(char, char.toLowerCase(), ...(alike[char] ?? []));
      }),
    )
    .chain((chars) =>
      fc
        .array(hyphens, { minLength: chars.length, maxLength: chars.length })
        .map((between) => ({ serial, text: chars.map((char, at) => char + between[at]).join("") })),
    ),
);

test("a serial number is the same however it is typed", () => {
  fc.assert(
    fc.property(typed, ({ serial, text }) => {
      expect(readSerialNumber(text)).toBe(serial);
    }),
    forTwoSeconds(),
  );
});

test("any other input is not a serial number, or one in its canonical form; nothing throws", () => {
  const chars = fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZabcILOUilou- –\0İßﬁ");
  const any = fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units));
  const near = fc.array(chars, { minLength: 18, maxLength: 26 }).map((all) => all.join(""));
  fc.assert(
    fc.property(fc.oneof(near, any), (text) => {
      const read = readSerialNumber(text);
      expect(read ?? "AT-00000-00000-00000-00000").toMatch(/^AT(-[0-9A-HJKMNP-TV-Z]{5}){4}$/);
      expect(read === undefined || readSerialNumber(read) === read).toBe(true);
    }),
    forTwoSeconds(),
  );
});
