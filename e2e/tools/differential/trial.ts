import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../src/errors.ts";
import type { Region } from "../../../src/formats/pdf/test-tools.ts";
import { type Stamp, type StampOutcome, stampPositions } from "../../../src/formats/stamp/stamp.ts";
import { stampLines } from "../../../src/formats/stamp/stamp-text.ts";
import { taskMessages } from "../../../src/platform/jobs/tasks.ts";
import type { WorkerPool } from "../../../src/platform/jobs/worker-pool.ts";
import {
  becameLike,
  findChangedShare,
  findChanges,
  hasLetters,
  haveSameSize,
  isWithin,
  wasShownDifferently,
} from "./compare.ts";
import { findFields } from "./form-fields.ts";
import type { PageCounter, PageCounts } from "./page-counts.ts";
import {
  type Drawing,
  drawPages,
  findResolution,
  firstLimits,
  type Reader,
  readers,
  secondLimits,
} from "./readers.ts";
import { findStamps } from "./stamp-place.ts";

export type Result = {
  name: string;
  position: Stamp["position"];
  /** Errors; empty if the document passed. */
  failures: string[];
  /** The message with which the document was refused. */
  refusal?: string;
  /** Comparisons that were not possible because a reader failed on the original. */
  leftOut: string[];
};

type Trial = { pool: WorkerPool; counter: PageCounter; folder: string };

const serialNumber = "AT-7K3M9-QX2T4-HV8BW-1C5DN";
const stampingTimeoutMs = 300_000;
/** If a stamp changes fewer of the pixels at its place than this, it cannot be read. */
const minVisible = 0.04;

/**
 * If programs showed an original differently, one of them may change to what the two others showed before. In a form
 * field, and after one of these notes, it may change to what one other showed.
 */
const settlingNotes =
  /fields in this form|^Layers in this PDF|^Some notes or drawings in this PDF|^Links or pop-up notes|^Parts of this PDF contradict|other versions for printing|from other files or servers/;
/** After these notes, fields that programs showed differently may have a new appearance. */
const fieldNotes = /fields in this form/;
/** After this note, annotations may have a new appearance. */
const annotationNotes = /^Some notes or drawings in this PDF had no complete appearance/;
/** After this note, pages that programs showed in different sizes may have a new size. */
const pageNotes = /^Some pages of this PDF do not say clearly/;

/** Each document has the same position in all runs, and a folder of documents covers all of them. */
function choosePosition(name: string): Stamp["position"] {
  const first = createHash("sha256").update(name).digest()[0] ?? 0;
  return stampPositions[first % stampPositions.length] ?? "vertical-right";
}

/** Stamps a document as the product does, and compares what programs show before and after. */
export async function tryDocument(name: string, input: string, trial: Trial): Promise<Result> {
  const position = choosePosition(name);
  const stamp: Stamp = {
    productName: "Attestamp",
    serialNumber,
    clientName: "Jane Doe",
    time: Date.UTC(2026, 10, 20, 19, 11, 0),
    timeZone: "America/Chicago",
    position,
  };
  const result: Result = { name, position, failures: [], leftOut: [] };
  mkdirSync(trial.folder, { recursive: true });
  try {
    const output = join(trial.folder, "stamped.pdf");
    const sha256 = createHash("sha256").update(readFileSync(input)).digest("hex");
    const order = { input, output, fileType: "application/pdf", sha256, stamp } as const;
    const outcome = await trial.pool.run("stamp", order, { timeoutMs: stampingTimeoutMs });
    await compare(input, output, { outcome, stamp, trial, result });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isRefused =
      error.kind === "unsupported" && !Object.values(taskMessages).some(({ code }) => code === error.code);
    if (isRefused) result.refusal = error.message;
    else result.failures.push(`stamping ended with "${error.message}"`);
  } finally {
    rmSync(trial.folder, { recursive: true, force: true });
  }
  return result;
}

type Comparison = { outcome: StampOutcome; stamp: Stamp; trial: Trial; result: Result };

async function compare(before: string, after: string, comparison: Comparison): Promise<void> {
  const { trial, stamp, result, outcome } = comparison;
  const { folder, counter } = trial;
  const countsBefore = await counter.count(before, firstLimits, folder);
  const count = Math.max(0, ...Object.values(countsBefore));
  const pages = [...new Set([1, 2, 3, count])].filter((page) => page <= count);
  if (pages.length === 0) {
    result.leftOut.push("no reader finds pages");
    return;
  }
  const dpi = await findResolution(before, Math.min(3, count), folder);
  const draw = (reader: Reader, file: string, limits: typeof firstLimits) =>
    drawPages(reader, file, join(folder, reader), { pages, dpi: dpi ?? 1, limits });
  const old = new Map<Reader, Drawing>();
  const current = new Map<Reader, Drawing>();
  if (dpi === undefined) result.leftOut.push("a page is too large to be drawn");
  for (const reader of dpi === undefined ? [] : readers) {
    const drawing = await draw(reader, before, firstLimits);
    if (drawing.timedOut) result.leftOut.push(`${reader} takes too long`);
    else old.set(reader, drawing);
    if (!drawing.timedOut) current.set(reader, await draw(reader, after, secondLimits));
  }
  const countsAfter = await counter.count(after, secondLimits, folder);
  compareCounts(
    withGhostscript(countsBefore, old.get("ghostscript")),
    withGhostscript(countsAfter, current.get("ghostscript")),
    outcome.pages,
    result,
  );
  if (dpi === undefined) return;
  const text = { text: stampLines(stamp).join(" "), serialNumber };
  const places = await findStamps(before, after, pages, text, { limits: secondLimits, folder });
  for (const page of pages)
    await comparePage(page, places.get(page), { files: [before, after], old, current, comparison });
}

const withGhostscript = (counts: PageCounts, drawing: Drawing | undefined): PageCounts =>
  drawing?.pages === undefined ? counts : { ...counts, ghostscript: drawing.pages };

/** Afterward, every program must find the pages that the most capable one found before. */
function compareCounts(before: PageCounts, after: PageCounts, stampedPages: number, result: Result): void {
  const expected = Math.max(...Object.values(before));
  const isRight =
    stampedPages === expected &&
    Object.values(after).every((count) => count === expected) &&
    Object.keys(before).every((program) => program in after);
  if (isRight) return;
  const list = (counts: PageCounts) =>
    Object.entries(counts)
      .map(([program, count]) => `${program} ${count}`)
      .join(", ");
  result.failures.push(`pages before: ${list(before)}; stamped: ${stampedPages}; after: ${list(after)}`);
}

type PageComparison = {
  /** The original and the stamped copy. */
  files: [string, string];
  old: Map<Reader, Drawing>;
  current: Map<Reader, Drawing>;
  comparison: Comparison;
};

async function comparePage(
  page: number,
  place: Region | undefined,
  { files, old, current, comparison: { outcome, result, trial } }: PageComparison,
): Promise<void> {
  const has = (notes: RegExp) => outcome.notes.some((note) => notes.test(note.text));
  const picturesBefore = readers.flatMap((reader) => old.get(reader)?.pictures.get(page) ?? []);
  for (const reader of readers) {
    const before = old.get(reader)?.pictures.get(page);
    const after = current.get(reader)?.pictures.get(page);
    if (!before) {
      result.leftOut.push(`${reader} draws no page ${page}`);
      continue;
    }
    const others = picturesBefore.filter((picture) => picture !== before);
    const picturesAfter = readers.flatMap((other) => current.get(other)?.pictures.get(page) ?? []);
    if (after && has(pageNotes) && picturesAfter.every((other) => haveSameSize(other, after))) {
      result.leftOut.push("a page was unclear about its size or rotation");
      continue;
    }
    if (!after || !haveSameSize(before, after)) {
      if (after && others.length === 2 && others.every((other) => haveSameSize(other, after))) {
        result.leftOut.push(`${reader} alone drew an original in another size`);
        continue;
      }
      const size = (picture: typeof after) => (picture ? `${picture.width} × ${picture.height}` : "nothing");
      result.failures.push(`page ${page}: ${reader} draws ${size(before)} before and ${size(after)} after`);
      continue;
    }
    if (!place) {
      result.failures.push(`page ${page}: no reader finds the stamp's text`);
      return;
    }
    let changes = findChanges(before, after, place);
    const kinds = has(annotationNotes) ? "annotations" : "fields";
    // An annotation may get another rectangle: that of its shape.
    const fields: Region[] = [];
    for (const file of changes.length > 0 ? files : [])
      fields.push(...(await findFields(file, page, trial.folder, kinds)));
    const disputed = has(annotationNotes)
      ? fields
      : fields.filter((field) => wasShownDifferently(picturesBefore, field));
    changes = changes.filter((change) => {
      if ((has(fieldNotes) || has(annotationNotes)) && isWithin(change, disputed, after)) return false;
      const models = others.filter((other) => becameLike(other, before, after, change)).length;
      return models < (has(settlingNotes) || isWithin(change, disputed, after) ? 1 : 2);
    });
    if (changes.length > 0) {
      const [first] = changes;
      result.failures.push(
        `page ${page}: ${reader} shows ${changes.length} changed squares outside of the stamp, the first at ` +
          `${first?.left}, ${first?.top} of ${after.width} × ${after.height}`,
      );
    }
    if (findChangedShare(before, after, place) < minVisible)
      result.failures.push(`page ${page}: ${reader} does not show the stamp`);
    else if (!hasLetters(after, place))
      result.failures.push(`page ${page}: ${reader} shows a stamp without letters`);
  }
}
