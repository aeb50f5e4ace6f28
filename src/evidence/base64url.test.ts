import { expect, test } from "bun:test";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";

test("any bytes are read back from base64url, as other programs write it", () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 89 + length * 37) & 255);
    const text = Buffer.from(bytes).toString("base64url");
    expect(encodeBase64url(bytes)).toBe(text);
    expect(decodeBase64url(text)).toEqual(bytes);
  }
});

test("a text that is not the one form of its bytes is refused", () => {
  for (const text of [
    "A",
    "AB==",
    "A B",
    "A+8",
    "A/8",
    "AB",
    "AAB",
    "AA\u00c1",
    "AA\u0141",
    "AA\ud83d\ude00",
    "AA\u0000A",
  ])
    expect(decodeBase64url(text), JSON.stringify(text)).toBeUndefined();
});
