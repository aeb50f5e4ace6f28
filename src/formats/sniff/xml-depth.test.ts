import { expect, test } from "bun:test";
import { XmlDepth } from "./xml-depth.ts";

function measureDepth(xml: string, pieceLength = xml.length) {
  const depth = new XmlDepth();
  for (let at = 0; at < xml.length; at += pieceLength) depth.read(xml.slice(at, at + pieceLength));
  return depth.deepest;
}

const text = `<?xml version="1.0"?><!-- <a><b><c> --><w:body a='>' b="/>"><w:tbl><w:tr/><w:tc
  w:x="1"><![CDATA[<w:tbl><w:tbl>]]></w:tc></w:tbl><tbl/><w:tblPr></w:tblPr></w:body>`;

test("nesting is counted by elements, whatever comments, sections and values look like", () => {
  expect(measureDepth(text)).toEqual({ elements: 3, tables: 1 });
  expect(measureDepth("<w:tbl>".repeat(40))).toEqual({ elements: 40, tables: 40 });
  expect(measureDepth("<a></a>".repeat(40))).toEqual({ elements: 1, tables: 0 });
  expect(measureDepth(`${"</a>".repeat(40)}<a>`)).toEqual({ elements: 1, tables: 0 });
});

test("the result does not depend on the chunks in which a text arrives", () => {
  for (const pieceLength of [1, 2, 3, 7, 64])
    expect(measureDepth(text, pieceLength)).toEqual({ elements: 3, tables: 1 });
});
