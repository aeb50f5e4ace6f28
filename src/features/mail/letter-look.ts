import type { Accent, Config, Logo } from "../config.ts";
import seal from "./seal.png" with { type: "file" };

/** How an email shows whom it is from: like the pages of this server. */
export type LetterLook = {
  /** A bitmap, since mail programs show no SVG. Undefined: only the name is shown. */
  logo: Logo | undefined;
  isNamed: boolean;
  colors: Accent;
};

/** The pages' colors (web/styles/palette.css) that an email uses, before the operator's accent. */
export const palette = {
  "--paper": { light: "#f6f2e9", dark: "#0d1a1e" },
  "--card": { light: "#fffdf8", dark: "#142529" },
  "--ink": { light: "#13272c", dark: "#ece6d8" },
  "--muted": { light: "#4d5d61", dark: "#a9b6b5" },
  "--line": { light: "#ddd5c4", dark: "#2a4046" },
  "--field-line": { light: "#7c766a", dark: "#71858a" },
  "--brand": { light: "#0f4650", dark: "#8fd0cb" },
  "--on-brand": { light: "#fdfaf3", dark: "#06191b" },
} satisfies Accent;

/** Width and height of `seal.png`: web/static/icon.svg at three times the size that emails show. */
const sealSize = 108;

/** The operator's logo.png with their colors. Our seal if they have no logo: it would not stand for a logo.svg. */
export async function readLetterLook({
  logo,
  mailLogo,
  nameBesideLogo,
  accent,
}: Pick<Config, "logo" | "mailLogo" | "nameBesideLogo" | "accent">): Promise<LetterLook> {
  return {
    logo: mailLogo ?? (logo === undefined ? await readSeal() : undefined),
    isNamed: mailLogo === undefined || nameBesideLogo,
    colors: { ...palette, ...accent },
  };
}

async function readSeal(): Promise<Logo> {
  const bytes = Buffer.from(await Bun.file(seal).arrayBuffer());
  return { type: "image/png", bytes, width: sealSize, height: sealSize };
}
