import { fileNumber } from "../sha256sums.ts";
import { type ShapedText, shapeText } from "../text/shape.ts";
import { showInvisible } from "../text/visible-text.ts";
import { writeSize } from "../written-size.ts";
import type { CollectionFacts } from "./collection-facts.ts";
import type { CollectionWording } from "./collection-wording.ts";
import type { ListedFile } from "./file-list.ts";
import type { Element, Layout, PlacedLine } from "./flow.ts";
import { writeRunningLines } from "./layout.ts";
import { letter } from "./paper.ts";
import { fingerprintPieces, placed, quoteBar, quoteBarStyle } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import type { FurtherPages } from "./tagged-pdf.ts";

const top = letter.height - 84;
const floor = 64;
const heading = { size: 10, color: "accent", face: "sans-bold" } as const;
const small = { size: 8, color: "muted" } as const;
const name = { size: 8.6, color: "ink" } as const;
const valueLeft = letter.left + 46;
const nameLeft = valueLeft + 9;
const sizeWidth = 52;
/** In em: one line. The attached SHA256SUMS has the full name. */
const maxNameWidth = (letter.right - sizeWidth - nameLeft) / name.size;
const headingHeight = 20;
/** A row with a name has two lines. */
const namedRow = 24;
/** Of numbers, sizes and fingerprints. */
const ownCharacters = "0123456789abcdef .,ytskMGTB";
const numberedRow = 12.6;
const isPause = (index: number) => index % 400 === 399;
const pausePages = 15;

/**
 * The list of a collection's files: number, name as stated, size and fingerprint. Every page has the same number of
 * rows, so any page can be laid out without the ones before it. Shaping creates a lot of garbage that the engine
 * collects late, so `collectGarbage` is called after every few hundred files.
 */
export function layOutFileList(
  facts: CollectionFacts,
  files: ListedFile[],
  text: CollectionWording,
  collectGarbage: () => void,
) {
  const rowHeight = facts.hasNames ? namedRow : numberedRow;
  const perPage = Math.floor((top - headingHeight - floor) / rowHeight);
  const count = Math.ceil(files.length / perPage);
  const shownNames = files.map((file, index) => {
    if (isPause(index)) collectGarbage();
    return file.name === undefined ? undefined : statedName(showInvisible(file.name), maxNameWidth);
  });
  const layOutRunning = (index: number, first: number) =>
    writeRunningLines(facts, text, letter, index, first + count, facts.hasNames);
  const layOut = (index: number, first: number): Pick<Layout, "elements" | "running" | "rules"> => {
    const elements: Element[] = index === first ? [writeHeading(text, index)] : [];
    const running = layOutRunning(index, first);
    if (index % pausePages === 0) collectGarbage();
    const start = (index - first) * perPage;
    for (const [row, file] of files.slice(start, start + perPage).entries()) {
      const at = { page: index, y: top - headingHeight - row * rowHeight };
      const number = fileNumber(start + row, files.length);
      const shown = shownNames[start + row];
      elements.push({ tag: "P", air: 0, lines: writeRow(file, number, shown, at) });
      if (shown !== undefined) running.push(placed(quoteBar, valueLeft, at, quoteBarStyle));
    }
    return { elements, running, rules: [] };
  };
  return {
    count,
    /** The pages, starting at the page index `first`. */
    after: (first: number): FurtherPages => ({
      count,
      layOut: (index) => layOut(index, first),
      texts: function* (): Generator<ShapedText> {
        yield quoteBar;
        for (const character of ownCharacters) yield shapeText(character, { face: "sans" });
        for (const [index, shown] of shownNames.entries()) {
          if (isPause(index)) collectGarbage();
          if (shown !== undefined) yield shapeText(shown, { face: "sans" });
        }
        for (let index = first; index < first + count; index++) {
          for (const { line } of layOutRunning(index, first)) yield line;
        }
        yield writeHeadingLine(text);
      },
    }),
  };
}

function writeHeading(text: CollectionWording, index: number): Element {
  const lines = [placed(writeHeadingLine(text), letter.left, { page: index, y: top }, heading)];
  return { tag: "H2", air: 0, lines };
}

const writeHeadingLine = (text: CollectionWording) => shapeText(text.listed, { face: heading.face });

function writeRow(
  file: ListedFile,
  number: string,
  shown: string | undefined,
  at: { page: number; y: number },
): PlacedLine[] {
  const size = shapeText(writeSize(file.size), { face: "sans" });
  const hash = { ...at, y: shown === undefined ? at.y : at.y - 10.4 };
  const placedSize = placed(size, letter.right - size.width * small.size, at, small);
  const fingerprint = fingerprintPieces(file.sha256, nameLeft, small.size).map((piece) => ({
    ...piece,
    ...hash,
  }));
  return [
    placed(shapeText(number, { face: "sans" }), letter.left, at, small),
    ...(shown === undefined
      ? [...fingerprint, placedSize]
      : [
          { ...placed(shapeText(shown, { face: "sans" }), nameLeft, at, name), isStated: true },
          placedSize,
          ...fingerprint,
        ]),
  ];
}
