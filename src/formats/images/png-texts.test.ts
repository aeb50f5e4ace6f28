import { expect, test } from "bun:test";
import { readPngTexts } from "./png-texts.ts";

const chunk = (keyword: string, text: string) => ({ type: "tEXt", data: Buffer.from(`${keyword}\0${text}`) });

test("keywords that JavaScript objects inherit are keywords like any other", () => {
  const strange = ["constructor", "toString", "__proto__", "hasOwnProperty"].map((name) => chunk(name, "x"));
  const { kept } = readPngTexts([...strange, chunk("Author", "Ann Smith")]);
  expect(kept.map(({ data }) => data.toString().split("\0")[0])).toEqual(["Author"]);
});

test("an entity that XML does not define states no right", () => {
  const xmp = (rights: string) =>
    chunk(
      "XML:com.adobe.xmp",
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><r:Description dc:rights="${rights}"/></r:RDF></x:xmpmeta>`,
    );
  const packet = (rights: string) =>
    readPngTexts([xmp(rights)])
      .kept.map(({ data }) => data.toString())
      .join("");
  expect(packet("Smith &amp; Sons")).toContain("Smith &amp; Sons");
  expect(packet("A&toString;B")).not.toMatch(/native|A.*B/);
});
