import { inflateSync } from "node:zlib";
import { addRight, namesPlace, type Rights, readXmpRights, writeXmpRights } from "./rights.ts";

/** The keywords of text chunks (ISO/IEC 15948, 11.3.4.2) that are kept. */
const keywords = { Author: "creator", Copyright: "rights" } as const;
const isKeyword = (text: string): text is keyof typeof keywords => Object.hasOwn(keywords, text);
const xmpKeyword = "XML:com.adobe.xmp";
/** Unpacked; what is longer is not read. */
const maxText = 262_144;
/** Hostile files contain millions of text chunks. */
const maxTexts = 100;

type Chunk = { type: string; data: Buffer };

/** The rights that the text chunks of a PNG state, as new chunks, and whether its XMP names a place. */
export function readPngTexts(chunks: Chunk[]): { kept: Chunk[]; namesPlace: boolean } {
  const stated: Rights = {};
  let xmp: Rights | undefined;
  let hasPlace = false;
  for (const { type, data } of chunks.filter(({ type }) => textTypes.has(type)).slice(0, maxTexts)) {
    const keyword = data.toString("latin1", 0, Math.max(0, data.indexOf(0)));
    // A picture has one packet of XMP: the first counts.
    if (keyword === xmpKeyword ? xmp !== undefined : !isKeyword(keyword)) continue;
    const text = textIn(type, data.subarray(keyword.length + 1));
    if (!text) continue;
    if (keyword === xmpKeyword) {
      xmp = readXmpRights(text);
      hasPlace ||= namesPlace(text);
    } else if (isKeyword(keyword)) addRight(stated, keywords[keyword], text.toString("utf8"));
  }
  const kept = Object.entries(keywords).flatMap(([keyword, field]) =>
    (stated[field] ?? []).map((value) => internationalText(keyword, value)),
  );
  const packet = writeXmpRights(xmp ?? {});
  return {
    kept: packet === undefined ? kept : [...kept, xmpChunk(packet)],
    namesPlace: hasPlace,
  };
}

const textTypes = new Set(["tEXt", "zTXt", "iTXt"]);

/** The text behind the keyword, in UTF-8; undefined if it is too long or cannot be unpacked. */
function textIn(type: string, rest: Buffer): Buffer | undefined {
  switch (type) {
    case "tEXt":
      return rest.length > maxText ? undefined : fromLatin1(rest);
    case "zTXt": {
      const text = unpack(rest.subarray(1));
      return text && fromLatin1(text);
    }
    default: {
      const language = rest.indexOf(0, 2);
      const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
      if (translated < 0) return undefined;
      const text = rest.subarray(translated + 1);
      if (rest[0] === 1) return unpack(text);
      return text.length > maxText ? undefined : text;
    }
  }
}

const fromLatin1 = (text: Buffer): Buffer => Buffer.from(text.toString("latin1"));

function unpack(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: maxText });
  } catch {
    return undefined;
  }
}

/** Not compressed, without a language. */
const internationalText = (keyword: string, text: string): Chunk => ({
  type: "iTXt",
  data: Buffer.from(`${keyword}\0\0\0\0\0${text}`),
});

export const xmpChunk = (packet: string): Chunk => internationalText(xmpKeyword, packet);
