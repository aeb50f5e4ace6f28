import { expect, test } from "bun:test";
import { createSerialNumber } from "../../../src/evidence/serial-number.ts";
import { readVerifyAddress } from "./verify-address.ts";

const serialNumber = createSerialNumber((bytes) => crypto.getRandomValues(new Uint8Array(bytes)));

function toWide(text: string): string {
  return text.replace(/[A-Z0-9]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
}

for (const [what, typed, statement] of [
  ["a serial number", serialNumber, ""],
  ["lower case with spaces around and inside", ` ${serialNumber.toLowerCase().replaceAll("-", " -")}\n`, ""],
  ["the words around it in an email", `Serial number: ${serialNumber}.`, ""],
  ["invisible characters of a PDF viewer", `\u202a\u200b${serialNumber.replaceAll("-", "\u2011")}\u202c`, ""],
  ["other signs instead of hyphens", serialNumber.replaceAll("-", "\u2212"), ""],
  ["wide letters of a Japanese keyboard", toWide(serialNumber), ""],
  ["an encoded address", `https://example.org/verify/${serialNumber.replaceAll("-", "%2D")}`, ""],
  ["a pasted address", `https://example.org/verify/${serialNumber}`, ""],
  ["an address without its beginning", `example.org/verify/${serialNumber.toLowerCase()}/`, ""],
  ["the address of a QR code", `https://example.org/verify/${serialNumber}#eyJh.eyJz.c2ln`, "eyJh.eyJz.c2ln"],
] as const) {
  test(`a person can check a document with ${what}`, () => {
    expect(readVerifyAddress(typed)).toEqual({ serialNumber, statement });
  });
}

test("spaces alone are not a serial number", () => {
  expect(readVerifyAddress("  ")).toEqual({ serialNumber: "", statement: "" });
});

test("no text opens another page than a record", () => {
  for (const typed of [
    "..",
    "/verify/..",
    "\ud800",
    "//example.org/",
    "/verify/%2e%2e%2fadmin",
    "x".repeat(10_000),
  ])
    expect(readVerifyAddress(typed).serialNumber).toMatch(/^[A-Z]{0,60}$/);
});
