import { expect, test } from "bun:test";
import { listBinaryCharacters } from "./binary-text.ts";

const nowhere = { from: 0, to: 0 };

/** A table with these pieces, whose text is in two bytes for each character. */
function pieceTable(pieces: { first: number; last: number; at: number }[]): Buffer {
  const table = Buffer.alloc(5 + 4 + pieces.length * 12);
  table[0] = 2;
  table.writeUInt32LE(table.length - 5, 1);
  for (const [index, { first, last, at }] of pieces.entries()) {
    table.writeUInt32LE(first, 5 + index * 4);
    table.writeUInt32LE(last, 9 + index * 4);
    table.writeUInt32LE(at, 5 + (pieces.length + 1) * 4 + index * 8 + 2);
  }
  return table;
}

async function list(text: string, pieces = [{ first: 0, last: text.length, at: 0 }], comments = nowhere) {
  const stream = Buffer.from(text, "utf16le");
  let read = 0;
  const characters = await listBinaryCharacters(pieceTable(pieces), comments, [], async (at, length) => {
    const bytes = stream.subarray(at, at + length);
    read += bytes.length;
    return bytes;
  });
  return { characters: characters.join(""), read };
}

test("the codes of fields are not shown, their results are, and a field that never ends hides no earlier text", async () => {
  const text = "ä\u0013 é \u0013 ê \u0014 è \u0015 ë \u0014ö\u0015ü\u0013 î";
  expect((await list(text)).characters).toBe("äöü");
});

test("comments are not shown", async () => {
  expect((await list("äéö", undefined, { from: 1, to: 2 })).characters).toBe("äö");
});

test("text that many pieces claim is read once, and a text of nothing but fields is read quickly [threat F8]", async () => {
  const text = `${"\u0013\u0014".repeat(400_000)}ä`;
  expect(await list(text)).toEqual({ characters: "ä", read: text.length * 2 });
  const again = Array.from({ length: 5_000 }, () => ({ first: 0, last: text.length, at: 0 }));
  expect(await list(text, again)).toEqual({ characters: "ä", read: text.length * 2 });
});
