import { readFileSync } from "node:fs";
import emoji from "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf" with { type: "file" };
import latin from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with { type: "file" };
import latinBold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import arabic from "@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf" with {
  type: "file",
};
import hebrew from "@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf" with {
  type: "file",
};
import kr from "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf" with { type: "file" };
import sc from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" with { type: "file" };
import { create, type Font } from "fontkit";

/** The bundled faces a glyph can come from. */
export type FontKey = "latin" | "latin-bold" | "arabic" | "hebrew" | "sc" | "kr" | "emoji";

/** The only place that knows where font files are. Latin also holds Cyrillic, Greek, Vietnamese, Devanagari. */
const files: Record<FontKey, string> = { latin, "latin-bold": latinBold, arabic, hebrew, sc, kr, emoji };

export type Face = { key: FontKey; font: Font; bytes: Uint8Array };

const loaded = new Map<FontKey, Face>();

/** A bundled face, read from disk at its first use and kept: the Chinese one alone is 10 MB. */
export function loadFace(key: FontKey): Face {
  const known = loaded.get(key);
  if (known) return known;
  const bytes = new Uint8Array(readFileSync(files[key]));
  const font = create(bytes);
  const getGlyph = font.getGlyph.bind(font);
  // fontkit hands out a remembered glyph with the characters of its first use; each use must bring its own.
  font.getGlyph = (id, codePoints) => {
    delete font._glyphs[id];
    return getGlyph(id, codePoints);
  };
  const face = { key, font, bytes };
  loaded.set(key, face);
  return face;
}
