import { expect, test } from "bun:test";
import { shippedLists } from "../trust-lists/trust-lists.ts";
import { takeTrustFiles } from "./take-trust-file.ts";
import { readersLists, readersTrustFile } from "./test-witnessed.ts";

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });
const lists = file("lists.json", readersTrustFile);
const letter = file("letter.txt", "Dear Jane,");

test("a trust file that a reader chooses alone decides who is independent", () => {
  const { bitcoin } = shippedLists;
  expect(takeTrustFiles([lists], shippedLists)).toEqual({
    files: [],
    lists: { ...readersLists, bitcoin, service: {} },
    from: ["lists.json"],
    unused: [],
  });
});

test("a trust file among other files is not used: the person who handed them over may have put it there [threat V7]", () => {
  const unused = { files: [letter], lists: shippedLists, from: [], unused: ["lists.json"] };
  expect(takeTrustFiles([letter, lists], shippedLists)).toEqual(unused);
  expect(takeTrustFiles([lists], shippedLists, false)).toEqual({ ...unused, files: [] });
  const broken = file("lists.json", '{"attestampTrust":3}');
  expect(takeTrustFiles([broken, letter], shippedLists)).toEqual(unused);
  expect(takeTrustFiles([broken], shippedLists)).toHaveProperty("problem.code", "trust-file-version");
});
