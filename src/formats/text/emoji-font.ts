import path from "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf" with { type: "file" };

/** The path of the bundled font with all emoji, in outlines without colors. */
export const emojiFontPath: string = path;
