import { expect, test } from "bun:test";
import { readVerifyAddress } from "./verify-address.ts";

const serialNumber = "AT-7K3M9-QX2T4-HV8BW-1C5DN";

for (const [what, typed, statement] of [
  ["a serial number", serialNumber, ""],
  ["lower case with spaces around and inside", " at-7k3m9- qx2t4-hv8bw -1c5dn\n", ""],
  ["a pasted address", `https://example.org/verify/${serialNumber}`, ""],
  ["an address without its beginning", `example.org/verify/${serialNumber.toLowerCase()}/`, ""],
  ["the address of a QR code", `https://example.org/verify/${serialNumber}#eyJh.eyJz.c2ln`, "eyJh.eyJz.c2ln"],
] as const) {
  test(`a person can check a document with ${what}`, () => {
    expect(readVerifyAddress(typed)).toEqual({ serialNumber, statement });
  });
}

test("nothing but spaces is no serial number", () => {
  expect(readVerifyAddress("  ")).toEqual({ serialNumber: "", statement: "" });
});
