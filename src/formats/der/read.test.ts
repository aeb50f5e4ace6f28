import { afterAll, expect, test } from "bun:test";
import { openssl, removeFiles } from "../../evidence/test-pki.ts";
import { MalformedDer, wellFormed } from "./malformed.ts";
import { readDer, withoutPadding } from "./read.ts";
import { generalizedTime, readGeneralizedTime, readTime, time } from "./times.ts";
import { readBitOctets, readBoolean, readInteger, readNamedBits, readOid } from "./values.ts";
import {
  bitOctets,
  boolean,
  encode,
  encodeSet,
  integer,
  namedBits,
  octetString,
  oid,
  sequence,
} from "./write.ts";

afterAll(removeFiles);

const der = (hex: string) => Uint8Array.fromHex(hex.replaceAll(" ", ""));
const hex = (bytes: Uint8Array) => bytes.toHex();

test.each([
  ["nothing", ""],
  ["a tag alone", "02"],
  ["content that is cut off", "04 02 00"],
  ["a length that is cut off", "04 82 01"],
  ["an indefinite length", "30 80 00 00"],
  ["an indefinite length without content", "30 80"],
  ["a long form for a short length", "04 81 01 00"],
  ["a zero in front of the length", `04 82 00 80 ${"00".repeat(128)}`],
  ["a length of five octets", "04 85 00 00 00 00 01 00"],
  ["a tag of several octets", "1f 81 01 00"],
  ["a tag that announces several octets", "1f 01 00"],
  ["an end-of-contents mark", "30 02 00 00"],
  ["bytes behind the value", "05 00 00"],
  ["a part that reaches out of its sequence", "30 03 04 02 00 00"],
  ["a part that reaches out of the last sequence", "30 03 04 02 00"],
])("%s is malformed", (_, text) => {
  expect(() => readDer(der(text))).toThrow(MalformedDer);
});

test.each([
  ["an empty integer", "02 00", readInteger],
  ["an integer with a zero in front", "02 02 00 01", readInteger],
  ["a negative integer with ones in front", "02 02 ff 80", readInteger],
  ["a boolean that is neither 00 nor ff", "01 01 01", readBoolean],
  ["an identifier that ends in the middle", "06 02 2a 86", readOid],
  ["an identifier with a zero in front of a number", "06 03 2a 80 01", readOid],
  ["a bit string with eight unused bits", "03 02 08 00", readNamedBits],
  ["unused bits that are set", "03 02 01 01", readNamedBits],
  ["a signature that is no whole octets", "03 02 01 02", readBitOctets],
  ["the thirtieth of February", `18 0f ${hex(new TextEncoder().encode("20260230000000Z"))}`, readTime],
  ["a fraction that ends in zero", `18 12 ${hex(new TextEncoder().encode("20260228000000.10Z"))}`, readTime],
  ["a time with an offset", `18 13 ${hex(new TextEncoder().encode("20260228000000+0100"))}`, readTime],
] as const)("%s is malformed", (_, text, read) => {
  expect(() => read(readDer(der(text)))).toThrow(MalformedDer);
});

test("values are the same after encoding and parsing", () => {
  for (const value of [0n, 1n, 127n, 128n, 255n, 256n, -1n, -128n, -129n, 2n ** 159n, -(2n ** 64n)]) {
    expect(readInteger(readDer(integer(value)))).toBe(value);
  }
  for (const dotted of [
    "0.9.2342",
    "1.2.840.113549.1.9.16.2.47",
    "2.5.29.37.0",
    "2.25.21893827774446354678",
  ]) {
    expect(readOid(readDer(oid(dotted)))).toBe(dotted);
  }
  expect([...readNamedBits(readDer(namedBits(0, 8, 5)))]).toEqual([0, 5, 8]);
  expect(readBitOctets(readDer(bitOctets(Uint8Array.of(1, 2))))).toEqual(Uint8Array.of(1, 2));
});

test("times are the same after encoding and parsing, without trailing zeros in a fraction", () => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(2));
  expect(text(generalizedTime(new Date("2026-11-20T10:00:00.000Z")))).toBe("20261120100000Z");
  expect(text(generalizedTime(new Date("2026-11-20T10:00:00.250Z")))).toBe("20261120100000.25Z");
  expect(text(time(new Date("2049-12-31T23:59:59.999Z")))).toBe("491231235959Z");
  expect(text(time(new Date("2050-01-01T00:00:00Z")))).toBe("20500101000000Z");
  for (const iso of ["1999-12-31T23:59:59.000Z", "2026-11-20T10:00:00.000Z", "2056-01-01T00:00:00.000Z"]) {
    expect(readTime(readDer(time(new Date(iso)))).toISOString()).toBe(iso);
  }
  expect(readGeneralizedTime(readDer(generalizedTime(new Date(1)))).getTime()).toBe(1);
});

test("the elements of a set are sorted by encoding", () => {
  const parts = [integer(300), integer(2), octetString(new Uint8Array()), integer(1), boolean(true)];
  expect(hex(encodeSet(parts))).toBe("31 0f 0101ff 020101 020102 0202012c 0400".replaceAll(" ", ""));
});

test("openssl parses the encoded values, with lengths of every size", () => {
  for (const length of [0, 127, 128, 255, 256, 65_535, 65_536]) {
    const bytes = sequence(
      octetString(new Uint8Array(length)),
      integer(-(2n ** 70n)),
      oid("2.25.5000000000"),
    );
    const { ok, text } = openssl("asn1parse", "-inform", "DER", "-in", bytes);
    expect([ok, text]).toEqual([
      true,
      expect.stringContaining(`l=${String(length).padStart(4)} prim: OCTET`),
    ]);
    expect(readDer(bytes).parts).toHaveLength(3);
  }
});

test("zero padding after a value is removed; other trailing bytes are not", () => {
  expect(withoutPadding(der("02 01 05 00 00"))).toEqual(integer(5));
  expect(() => withoutPadding(der("02 01 05 00 01"))).toThrow(MalformedDer);
});

test("nesting, number and size of values have limits", () => {
  const nested = (depth: number) => {
    let bytes: Uint8Array = integer(1);
    for (let level = 0; level < depth; level++) bytes = sequence(bytes);
    return bytes;
  };
  expect(readDer(nested(32)).tag).toBe(0x30);
  expect(() => readDer(nested(33))).toThrow("too deep");
  expect(() => readDer(encode(0x30, ...Array.from({ length: 50_001 }, () => encode(5))))).toThrow("too many");
  expect(() => readDer(octetString(new Uint8Array(5_000_000)))).toThrow("too large");
});

test("any bytes give either a value or MalformedDer", () => {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  };
  for (let round = 0; round < 20_000; round++) {
    const bytes = Uint8Array.from({ length: random() % 40 }, () => random());
    wellFormed(() => readDer(bytes));
  }
});

test("values of up to 4 MiB are read", () => {
  const sized = (bytes: number) => encode(0x04, new Uint8Array(bytes - 5));
  const largest = 4 * 1024 * 1024;
  expect(readDer(sized(largest)).bytes).toHaveLength(largest);
  expect(() => readDer(sized(largest + 1))).toThrow(new MalformedDer("too large"));
});

test("up to 50,000 values are read", () => {
  const nulls = (count: number) =>
    encode(
      0x30,
      new Uint8Array(count * 2).map((_, at) => (at % 2 ? 0 : 5)),
    );
  expect(readDer(nulls(49_999)).parts).toHaveLength(49_999);
  expect(() => readDer(nulls(50_000))).toThrow(new MalformedDer("too many values"));
});
