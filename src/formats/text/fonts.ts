import { readFileSync } from "node:fs";
import latin from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with { type: "file" };
import latinBold from "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf" with {
  type: "file",
};
import arabic from "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf" with {
  type: "file",
};
import armenian from "@expo-google-fonts/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf" with {
  type: "file",
};
import bengali from "@expo-google-fonts/noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf" with {
  type: "file",
};
import ethiopic from "@expo-google-fonts/noto-sans-ethiopic/400Regular/NotoSansEthiopic_400Regular.ttf" with {
  type: "file",
};
import georgian from "@expo-google-fonts/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf" with {
  type: "file",
};
import gujarati from "@expo-google-fonts/noto-sans-gujarati/400Regular/NotoSansGujarati_400Regular.ttf" with {
  type: "file",
};
import gurmukhi from "@expo-google-fonts/noto-sans-gurmukhi/400Regular/NotoSansGurmukhi_400Regular.ttf" with {
  type: "file",
};
import hebrew from "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf" with {
  type: "file",
};
import kannada from "@expo-google-fonts/noto-sans-kannada/400Regular/NotoSansKannada_400Regular.ttf" with {
  type: "file",
};
import khmer from "@expo-google-fonts/noto-sans-khmer/400Regular/NotoSansKhmer_400Regular.ttf" with {
  type: "file",
};
import kr from "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf" with { type: "file" };
import lao from "@expo-google-fonts/noto-sans-lao/400Regular/NotoSansLao_400Regular.ttf" with {
  type: "file",
};
import malayalam from "@expo-google-fonts/noto-sans-malayalam/400Regular/NotoSansMalayalam_400Regular.ttf" with {
  type: "file",
};
import myanmar from "@expo-google-fonts/noto-sans-myanmar/400Regular/NotoSansMyanmar_400Regular.ttf" with {
  type: "file",
};
import sc from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" with { type: "file" };
import sinhala from "@expo-google-fonts/noto-sans-sinhala/400Regular/NotoSansSinhala_400Regular.ttf" with {
  type: "file",
};
import tamil from "@expo-google-fonts/noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf" with {
  type: "file",
};
import telugu from "@expo-google-fonts/noto-sans-telugu/400Regular/NotoSansTelugu_400Regular.ttf" with {
  type: "file",
};
import thai from "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf" with {
  type: "file",
};
import sans from "@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf" with {
  type: "file",
};
import sansBold from "@expo-google-fonts/source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf" with {
  type: "file",
};
import serif from "@expo-google-fonts/source-serif-4/600SemiBold/SourceSerif4_600SemiBold.ttf" with {
  type: "file",
};
import * as harfbuzz from "harfbuzzjs";
import { emojiFontPath } from "./emoji-font.ts";
import { buildView, readTables, table } from "./truetype-tables.ts";

/** The bundled faces. */
export type FontKey = TextFace | ScriptFace | "sc" | "kr" | "emoji";

/**
 * The faces that a text can be set in; other faces only supply the characters they lack. "latin" and "latin-bold" are
 * for small print on any page, the others are the type of the web pages.
 */
export type TextFace = "latin" | "latin-bold" | "sans" | "sans-bold" | "serif";

/** The small faces of one script each, whose names are those of the scripts. */
const scriptFiles = {
  arabic,
  armenian,
  bengali,
  ethiopic,
  georgian,
  gujarati,
  gurmukhi,
  hebrew,
  kannada,
  khmer,
  lao,
  malayalam,
  myanmar,
  sinhala,
  tamil,
  telugu,
  thai,
};
type ScriptFace = keyof typeof scriptFiles;

/** The faces' files. Latin includes Cyrillic, Greek, Vietnamese, Devanagari. */
const files: Record<FontKey, string> = {
  ...scriptFiles,
  latin,
  "latin-bold": latinBold,
  sans,
  "sans-bold": sansBold,
  serif,
  sc,
  kr,
  emoji: emojiFontPath,
};

/** A face with its metrics in font units. Shaping and advances also use font units. */
export type Face = {
  key: FontKey;
  font: harfbuzz.Font;
  bytes: Uint8Array;
  postscriptName: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  italicAngle: number;
  bbox: [left: number, bottom: number, right: number, top: number];
};

const loaded = new Map<FontKey, Face>();

/** A bundled face, read from disk on first use and cached: the Chinese one alone is 10 MB. */
export function loadFace(key: FontKey): Face {
  const known = loaded.get(key);
  if (known) return known;
  const bytes = new Uint8Array(readFileSync(files[key]));
  const shaper = new harfbuzz.Face(new harfbuzz.Blob(bytes));
  const face: Face = {
    key,
    font: new harfbuzz.Font(shaper),
    bytes,
    postscriptName: shaper.getName(postscriptNameId, "en"),
    ...readMetrics(bytes),
  };
  loaded.set(key, face);
  return face;
}

const postscriptNameId = 6;

type Metrics = Omit<Face, "key" | "font" | "bytes" | "postscriptName">;

/** OpenType 1.9: head, hhea, OS/2 and post. */
function readMetrics(bytes: Uint8Array): Metrics {
  const tables = readTables(bytes);
  const [head, hhea, os2, post] = ["head", "hhea", "OS/2", "post"].map((tag) =>
    buildView(table(tables, tag)),
  );
  if (!head || !hhea || !os2 || !post) throw new Error("The font has no metrics.");
  return {
    unitsPerEm: head.getUint16(18),
    bbox: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    capHeight: os2.getInt16(88),
    italicAngle: post.getInt32(4) / 65_536,
  };
}
