import { expect, test } from "bun:test";
import { withAsciiDomain } from "./ascii-domain.ts";

test("an address with a domain in any script becomes the one that mail servers know", () => {
  const known = {
    "jane@exämple.de": "jane@xn--exmple-cua.de",
    "Jane.Doe@EXÄMPLE.DE": "Jane.Doe@xn--exmple-cua.de",
    "jane@mail.bücher.example": "jane@mail.xn--bcher-kva.example",
    "jane@почта.рф": "jane@xn--80a1acny.xn--p1ai",
    "jane@例え。テスト": "jane@xn--r8jz45g.xn--zckzah",
    "jane@xn--exmple-cua.de": "jane@xn--exmple-cua.de",
  };
  for (const [written, address] of Object.entries(known)) {
    expect(withAsciiDomain(written)).toBe(address);
    expect(withAsciiDomain(address)).toBe(address);
  }
});

test("everything else stays as it is written", () => {
  for (const text of [
    ...["Jane@Example.ORG", "jürgen", "jürgen@example.org", "jane@", "@", ""],
    ...[
      "jane@exämple.de/path",
      "jane@exämple.de:25",
      "jane@ä%2eexample",
      "jane@exä mple.de",
      "jane@a\u200bä.de",
    ],
    ...["jane@exämple.de,eve@b.example", "a@b\u0000ä.de", "jane@xn--ä.de"],
  ]) {
    expect(withAsciiDomain(text)).toBe(text);
  }
});
