import { expect, test } from "bun:test";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { findLeaks } from "./leaks.ts";

const secret = "Smith weddíng/IMG_317.jpg";
const body = (words: string | Uint8Array) => `POST /api/collections {"title":"Private","x":"${words}"}`;
const base64 = Buffer.from(secret).toString("base64");

const ways: Record<string, string | Uint8Array> = {
  "as it is": body(secret),
  "in a URL": body(encodeURIComponent(secret)),
  "in JSON with escapes": body(
    secret.replace(/[í/]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ),
  "in hexadecimal": body(Buffer.from(secret).toString("hex")),
  "in base64": body(base64),
  "in base64url behind other letters": body(`abc${Buffer.from(secret).toString("base64url")}`),
  "in base64 in a URL": body(encodeURIComponent(base64)),
  "in UTF-16": Buffer.from(body(secret), "utf16le"),
  "in gzip": gzipSync(body(secret)),
  "in deflate": deflateSync(body(secret)),
  "in bare deflate": deflateRawSync(body(secret)),
  "in brotli": brotliCompressSync(body(secret)),
  "in base64 of gzip": body(gzipSync(secret).toString("base64")),
};

for (const [way, sent] of Object.entries(ways)) {
  test(`what was sent ${way} is noticed`, () => {
    expect(findLeaks(Buffer.from(sent), ["IMG_318.jpg", secret])).toEqual([secret]);
  });
}

test("a list of only fingerprints and sizes is not a leak", () => {
  expect(
    findLeaks(Buffer.from(body(JSON.stringify([{ size: 2_048, sha256: "ab".repeat(32) }]))), [secret]),
  ).toEqual([]);
});
