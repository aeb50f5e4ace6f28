import { expect, test } from "bun:test";
import { values } from "../../evidence/verifier/sentences.ts";
import { shortName, withoutQuotes } from "./quoted-name.ts";

test("a stated name can neither end its quotation nor hide, reorder or move the words around it", () => {
  expect(withoutQuotes('Ann" (checked)')).toBe("Ann' (checked)");
  expect(withoutQuotes("An\u202en\u00ad\u2062\u3164\u{e0041}")).toBe("Ann");
  expect(withoutQuotes("Ann\n\n\u00a0\u3000 Verified")).toBe("Ann Verified");
  for (const name of ["علی‌رضا", "👩🏽‍💻", "葛󠄀城"]) expect(withoutQuotes(name)).toBe(name);
});

test("a name from someone else's file is quoted as a claim, and is no longer than a name", () => {
  expect(shortName("x".repeat(65_000))).toBe(`${"x".repeat(100)}…`);
  expect(shortName("👩".repeat(100))).toBe("👩".repeat(100));
  expect(shortName(`a${"\u0301".repeat(90)}.pdf`)).toBe(`a${"\u0301".repeat(8)}.pdf`);
  expect(values.signature('Supreme Court" of the United States', "valid").message).toBe(
    'by someone calling themselves "Supreme Court\' of the United States" (not checked): matches what it covers',
  );
});
