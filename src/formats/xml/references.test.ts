import { expect, test } from "bun:test";
import { decodeWholeXml, decodeXml } from "./references.ts";

test("references to characters and the entities of XML are decoded, once", () => {
  for (const decode of [decodeXml, decodeWholeXml]) {
    expect(decode("Doe &amp; Roe &lt;&gt;&quot;&apos;")).toBe("Doe & Roe <>\"'");
    expect(decode("&#65;&#x1F600;&#x000041;")).toBe("A\u{1F600}A");
    expect(decode("&amp;lt;")).toBe("&lt;");
  }
});

test("what is no such reference stays as it is, or makes the whole text unreadable", () => {
  for (const text of ["&eacute;", "R & D", "&#x110000;", "&amp", "&#xZZ;", "&"]) {
    expect(decodeXml(text)).toBe(text);
    expect(decodeWholeXml(text)).toBeUndefined();
  }
});
