import type { Message } from "../../errors.ts";
import { charactersMissing, fontsReplaced } from "../../formats/word/font-notes.ts";
import type { UsedText } from "../../formats/word/used-text.ts";
import type { ShownFont } from "./office.ts";
import { startOfficeProcess } from "./office-process.ts";
import type { Sandbox } from "./sandbox.ts";

/** The fonts that LibreOffice finds. */
export type MachineFonts = {
  /** The names of the families. */
  families: string[];
  /** The first and last code points of the ranges of characters that any font has. */
  ranges: Range[];
};

/** Fontconfig reads every font of a machine before its first answer. */
const answerMs = 30_000;

/**
 * Asks fontconfig, as LibreOffice does, in the same sandbox. Undefined if it has no answer; throws if it gives none
 * within `timeMs`, and leaves nothing running.
 */
export async function readMachineFonts(
  sandbox: Sandbox,
  timeMs = answerMs,
): Promise<MachineFonts | undefined> {
  const { child, ended, kill } = startOfficeProcess(sandbox, () => [
    ...["fc-list", ":scalable=true"],
    ...["--format", "%{family}\\t%{charset}\\n"],
  ]);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void kill();
  }, timeMs);
  const answer = await new Response(child.stdout).text();
  await ended;
  clearTimeout(timer);
  if (isLate) throw new Error("fc-list did not answer in time.");
  const lines = answer.split("\n").filter((line) => line.includes("\t"));
  if (lines.length === 0) return undefined;
  const fonts = lines.map((line) => line.split("\t"));
  return {
    families: [...new Set(fonts.flatMap(([families = ""]) => families.split(",")))],
    ranges: join([...new Set(fonts.flatMap(([, charset = ""]) => charset.split(" ")))].flatMap(readRange)),
  };
}

type Range = [first: number, last: number];

/** Few ranges in order, of thousands that overlap. */
function join(ranges: Range[]): Range[] {
  const joined: Range[] = [];
  for (const [first, last] of ranges.sort(([one], [other]) => one - other)) {
    const before = joined.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

function readRange(text: string): Range[] {
  const [, first, last = first] = /^([0-9a-f]+)(?:-([0-9a-f]+))?$/.exec(text) ?? [];
  return first === undefined ? [] : [[Number.parseInt(first, 16), Number.parseInt(last ?? "", 16)]];
}

/** They supply emoji, and the signs in front of lists, whatever font a document asks for. */
const signFonts = ["Noto Emoji", "OpenSymbol"];

/** The fonts that a text asked for and is not only shown in fonts of signs. */
export function findAskedFonts(fonts: ShownFont[]): string[] {
  const isText = (shown: string[]) => shown.some((family) => !signFonts.includes(family));
  return fonts.filter(([, shown]) => isText(shown)).map(([font]) => font);
}

/** Letters, signs and emoji; the others need no picture of their own, or belong to fonts of symbols. */
const drawn = /^(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/**
 * Notes about fonts and characters of a document that this machine lacks. `embedded`: the fonts of the converted PDF.
 */
export function noteFonts({ families, ranges }: MachineFonts, text: UsedText, embedded: string[]): Message[] {
  const { fonts = [] } = text;
  const known = new Set(families.map(normalize));
  const shown = embedded.map((font) => findFamily(font, families));
  const names = new Set(shown.map(normalize));
  const missing = fonts.filter((font) => !known.has(normalize(font)) && !names.has(normalize(font)));
  const asked = new Set(fonts.map(normalize));
  const instead = shown.filter((family) => !asked.has(normalize(family)) && !signFonts.includes(family));
  const used = new Set(instead.length > 0 ? instead : shown);
  const lost = text.characters.filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return drawn.test(character) && !ranges.some(([first, last]) => first <= code && code <= last);
  });
  return [
    ...(missing.length > 0 ? [fontsReplaced(missing, [...used].sort())] : []),
    ...(lost.length > 0 ? [charactersMissing(lost)] : []),
  ];
}

/** The family of a font in a PDF, whose name goes on with its style, such as "DejaVuSans-Bold". */
function findFamily(font: string, families: string[]): string {
  const name = normalize(font);
  const fitting = families.filter((family) => name.startsWith(normalize(family)));
  return fitting.sort((one, other) => other.length - one.length)[0] ?? font.replace(/[-,].*$/, "");
}

const normalize = (name: string) => name.toLowerCase().replace(/[\s-]/g, "");
