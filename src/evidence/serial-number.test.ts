import { expect, test } from "bun:test";
import { createSerialNumber, readSerialNumber, readSerialPart } from "./serial-number.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const counting = (bytes: number) => Uint8Array.from({ length: bytes }, (_, index) => index * 37 + 11);
const serial = createSerialNumber(counting);
const plain = serial.slice(3).replaceAll("-", "");
const read = (code: string) => readSerialNumber(`AT-${code}`);

test("a serial number is AT- and twenty characters in groups of five", () => {
  expect(serial).toMatch(/^AT-[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
  expect(readSerialNumber(serial)).toBe(serial);
  expect(createSerialNumber((bytes) => new Uint8Array(bytes))).toBe("AT-00000-00000-00000-00000");
});

test("a thousand serial numbers are all different, in no order, and use every character at every position [threat C10]", () => {
  const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const numbers = Array.from({ length: 1_000 }, () => createSerialNumber(random));
  expect(new Set(numbers).size).toBe(1_000);
  const rising = numbers.filter((number, at) => at > 0 && number > (numbers[at - 1] ?? "")).length;
  expect(rising).toBeGreaterThan(400);
  expect(rising).toBeLessThan(600);
  const codes = numbers.map((number) => number.slice(3).replaceAll("-", ""));
  for (let place = 0; place < 20; place += 1) {
    expect([place, new Set(codes.map((code) => code[place])).size]).toEqual([place, alphabet.length]);
  }
});

test("case, hyphens, spaces and the prefix do not matter", () => {
  const spaced = plain.replace(/.{4}/g, "$& ");
  for (const typed of [
    serial.toLowerCase(),
    plain,
    `at${plain}`,
    ` AT ${spaced} `,
    serial.replaceAll("-", "–"),
  ]) {
    expect(readSerialNumber(typed)).toBe(serial);
  }
});

test("the end of a sentence after it does not matter; punctuation in it is no serial number", () => {
  for (const typed of [`${serial}.`, `${serial}).`, `${serial}, `, `${serial}”.`, `${serial}?!`])
    expect([typed, readSerialNumber(typed)]).toEqual([typed, serial]);
  expect(readSerialNumber(serial.replaceAll("-", "."))).toBeUndefined();
});

test("O is read as zero, I and L as one", () => {
  const withDigits = createSerialNumber((bytes) =>
    Uint8Array.from({ length: bytes }, (_, index) => index % 2),
  );
  for (const one of ["I", "l", "i", "L"]) {
    expect(readSerialNumber(withDigits.replaceAll("0", "o").replaceAll("1", one))).toBe(withDigits);
  }
});

test("a part of a serial number is read in the same way, and what none contains is no part", () => {
  expect(readSerialPart("at-o1il 2–3")).toBe("AT011123");
  for (const typed of ["u", "at%", "a_b", "a\u200b", "é"]) expect(readSerialPart(typed)).toBeUndefined();
});

test("every single wrong character is detected [threat C10]", () => {
  for (let at = 0; at < plain.length; at++) {
    for (const char of alphabet.replace(plain[at] ?? "", "")) {
      expect(read(plain.slice(0, at) + char + plain.slice(at + 1))).toBeUndefined();
    }
  }
});

test("any two swapped characters are detected", () => {
  for (let first = 0; first < plain.length; first++) {
    for (let second = first + 1; second < plain.length; second++) {
      if (plain[first] === plain[second]) continue;
      const chars = [...plain];
      [chars[first], chars[second]] = [plain[second] ?? "", plain[first] ?? ""];
      expect(read(chars.join(""))).toBeUndefined();
    }
  }
});

test("any other text is not a serial number", () => {
  for (const text of ["", "AT-", plain.slice(1), `${plain}0`, plain.replace(/.$/, "U"), "🧿".repeat(20)]) {
    expect(readSerialNumber(text)).toBeUndefined();
  }
});
