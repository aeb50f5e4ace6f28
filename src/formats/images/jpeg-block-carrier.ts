import { elementAt } from "./element-at.ts";
import { BitWriter } from "./jpeg-bit-writer.ts";
import { type AcSteps, BlockReader, buildAcSteps, UnexpectedCode } from "./jpeg-block-reader.ts";
import { planeShapes } from "./jpeg-decode.ts";
import { getSize, writeBlock, writeFlatBlock } from "./jpeg-encode.ts";
import { maxSampling, type PlaneShape } from "./jpeg-frame.ts";
import { writeHeaders } from "./jpeg-headers.ts";
import {
  buildCodes,
  changedSymbols,
  type HuffmanCodes,
  type HuffmanLookup,
  type HuffmanSpec,
  withCodesFor,
} from "./jpeg-huffman.ts";
import type { JpegFile, JpegScan } from "./jpeg-parts.ts";
import { type InkTone, StripPainter } from "./jpeg-strip.ts";
import type { HuffmanTable } from "./jpeg-tables.ts";
import type { StampStrip } from "./stamp-strip.ts";

/** A Huffman table of the file, and its codes in the new file. */
type CarriedTable = {
  lookup: HuffmanLookup;
  codes: HuffmanCodes;
  /** A 1 for each symbol with another code in the new file. */
  changed: Uint8Array;
};

/**
 * The state of one component during the copy: its codes, the painter of its strip, and the prediction of its next
 * block.
 */
type Carried = {
  dc: CarriedTable;
  ac: CarriedTable & { steps: AcSteps };
  painter: StripPainter;
  lastRead: number;
  lastWritten: number;
};

/**
 * Copies the blocks of a picture in coded order from one file to another, unchanged or painted over, and inserts new
 * blocks. Bits that need no change are copied in runs as long as possible.
 */
export class BlockCarrier {
  readonly #restartInterval: number;
  readonly #intervals: IterableIterator<Uint8Array>;
  readonly #components: Carried[];
  readonly #out: BitWriter;
  readonly #picture = new Int16Array(64);
  readonly #painted = new Int16Array(64);
  #reader: BlockReader;
  #unitsLeft: number;
  /** The first bit that was read but not written yet. */
  #runStart = 0;

  constructor(file: JpegFile, scan: JpegScan, strip: StampStrip, tones: InkTone[]) {
    const shapes = planeShapes(file);
    const coded = scan.intervals.reduce((bytes, interval) => bytes + interval.length, 0);
    // Room for the strip of most pictures, so that the buffer need not grow.
    this.#out = new BitWriter(Math.ceil(1.25 * coded) + (1 << 16));
    this.#restartInterval = scan.restartInterval;
    this.#intervals = scan.intervals.values();
    this.#reader = this.#nextReader();
    this.#unitsLeft = scan.restartInterval;
    const used = new Set(scan.components.flatMap(({ dc, ac }) => [dc, ac]));
    const specs = scan.tables.map((table, place) =>
      table && used.has(place) ? specForStrip(table.spec, place) : undefined,
    );
    const carryTable = (slot: number) => compareCodes(scan.tables[slot], specs[slot]);
    const dcTables = fillSlots(
      scan.components.map(({ dc }) => dc),
      carryTable,
    );
    const acTables = fillSlots(
      scan.components.map(({ ac }) => ac),
      (slot) => withSteps(carryTable(slot)),
    );
    this.#components = shapes.map((shape, index) => {
      const { dc, ac } = elementAt(scan.components, index);
      const painter = createPainter(strip, shape, shapes, tones[index]);
      return {
        dc: elementAt(dcTables, dc),
        ac: elementAt(acTables, ac),
        painter,
        lastRead: 0,
        lastWritten: 0,
      };
    });
    writeHeaders(this.#out, {
      ...strip.canvas,
      planes: shapes,
      selectors: scan.components.map(({ dc, ac }) => ({ dc, ac: ac - 4 })),
      dcTables: specs.slice(0, 4),
      acTables: specs.slice(4),
    });
  }

  /** Must be called before the blocks of each MCU of the file. */
  beginUnit(): void {
    if (this.#restartInterval === 0) return;
    if (this.#unitsLeft === 0) {
      this.#copyRun(this.#reader.at);
      this.#reader.end();
      this.#reader = this.#nextReader();
      this.#runStart = 0;
      this.#unitsLeft = this.#restartInterval;
      for (const component of this.#components) component.lastRead = 0;
    }
    this.#unitsLeft--;
  }

  /** Copies the next block unchanged. Its DC difference is recoded if another block now precedes it. */
  keep(index: number): void {
    const reader = this.#reader;
    const component = elementAt(this.#components, index);
    const start = reader.at;
    const difference = reader.difference(component.dc.lookup);
    const dc = component.lastRead + difference;
    component.lastRead = dc;
    const needed = dc - component.lastWritten;
    component.lastWritten = dc;
    if (needed !== difference || component.dc.changed[getSize(difference)] === 1) {
      this.#copyRun(start);
      this.#out.value(component.dc.codes, getSize(needed), needed);
      this.#runStart = reader.at;
    }
    let next = reader.skip(component.ac.steps, 1);
    while (next < 64) {
      this.#copyRun(reader.at);
      next = reader.recode(component.ac.lookup, component.ac.codes, this.#out, next);
      this.#runStart = reader.at;
      next = reader.skip(component.ac.steps, next);
    }
  }

  /** Copies the next block with paper and ink painted over the samples outside the picture, possibly all of them. */
  repaint(index: number, row: number, column: number, hasPicture: boolean): void {
    const component = elementAt(this.#components, index);
    this.#copyRun(this.#reader.at);
    component.lastRead += this.#reader.difference(component.dc.lookup);
    this.#picture[0] = component.lastRead;
    this.#reader.coefficients(component.ac.lookup, this.#picture);
    this.#runStart = this.#reader.at;
    this.#write(component, row, column, hasPicture ? 0 : undefined);
  }

  /** Writes a block that the original file does not have. */
  paint(index: number, row: number, column: number): void {
    this.#copyRun(this.#reader.at);
    this.#write(elementAt(this.#components, index), row, column, undefined);
  }

  /** The file from the quantization tables to the end-of-image marker. */
  end(): Uint8Array {
    this.#copyRun(this.#reader.at);
    this.#reader.end();
    this.#out.flush();
    this.#out.bytes([0xff, 0xd9]);
    return this.#out.result();
  }

  #write(component: Carried, row: number, column: number, original: number | undefined): void {
    const { painter, dc, ac, lastWritten } = component;
    if (original === undefined && painter.isBare(row, column)) {
      component.lastWritten = writeFlatBlock(this.#out, painter.paperDc, lastWritten, dc.codes, ac.codes);
      return;
    }
    painter.paint(this.#picture, original, row, column, this.#painted, 0);
    component.lastWritten = writeBlock(this.#out, this.#painted, 0, lastWritten, dc.codes, ac.codes);
  }

  #copyRun(end: number): void {
    this.#out.copy(this.#reader.bytes, this.#runStart, end);
    this.#runStart = end;
  }

  #nextReader(): BlockReader {
    const bytes = this.#intervals.next().value;
    if (!bytes) throw new UnexpectedCode();
    return new BlockReader(bytes);
  }
}

/** All sizes of a baseline DC difference, and all symbols for baseline AC coefficients (T.81, F.1.2.1 and F.1.2.2). */
const dcSymbols = Array.from({ length: 12 }, (_, size) => size);
const runsAndSizes = Array.from(
  { length: 160 },
  (_, place) => ((place % 16) << 4) | (1 + Math.floor(place / 16)),
);
const acSymbols = [0x00, 0xf0, ...runsAndSizes];

/** Tables optimized for one picture may lack codes that its strip needs. */
const specForStrip = (spec: HuffmanSpec, place: number): HuffmanSpec =>
  withCodesFor(spec, place < 4 ? dcSymbols : acSymbols);

/** What `prepare` makes of each of these slots, once; the others stay empty. */
function fillSlots<Prepared>(slots: number[], prepare: (slot: number) => Prepared): Prepared[] {
  const filled: Prepared[] = [];
  for (const slot of slots) filled[slot] ??= prepare(slot);
  return filled;
}

function compareCodes(table: HuffmanTable | undefined, spec: HuffmanSpec | undefined): CarriedTable {
  if (!table || !spec) throw new UnexpectedCode();
  const codes = buildCodes(spec);
  return { lookup: table.lookup, codes, changed: changedSymbols(buildCodes(table.spec), codes) };
}

const withSteps = (table: CarriedTable) => ({ ...table, steps: buildAcSteps(table.lookup, table.changed) });

function createPainter(
  strip: StampStrip,
  { h, v, quantization }: PlaneShape,
  shapes: PlaneShape[],
  tone: InkTone = { paper: 128, ink: 128 },
): StripPainter {
  const max = maxSampling(shapes);
  return new StripPainter(strip, tone, { x: max.h / h, y: max.v / v }, quantization);
}
