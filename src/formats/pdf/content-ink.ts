import { BrokenPdf } from "./broken-pdf.ts";
import { hexPair, hexValue, isRegular, isWhite, notHexadecimal, sign } from "./characters.ts";
import type { Aside } from "./content-aside.ts";
import type { PdfDocument } from "./document.ts";
import { type FontMetrics, Fonts } from "./font-metrics.ts";
import { inlineImageEnd, lacksColorSpace } from "./inline-image.ts";
import { regularEnd } from "./lexer.ts";
import { type Bounds, combine, type Matrix } from "./matrix.ts";
import type { PdfObject } from "./object-syntax.ts";
import { addTurned, InkBoxes, type InkKind, type InkTarget, inkKind } from "./page-ink.ts";
import { asArray, asDict, asName, asNumber, asReference, getText, type PdfDict, type Raw } from "./values.ts";

/** Limits for one document: bytes of content, and boxes of forms that are drawn again. */
const documentBudget = 128 * 1024 * 1024;
const costOfBox = 32;
/** What reading a form again costs, in bytes, because of the resources above it. */
const costOfInheriting = 4096;
const maxFormDepth = 12;
const maxForm = 16 * 1024 * 1024;
const maxSavedStates = 500;
const maxOperands = 20_000;
const maxSegments = 50_000;
/** The highest text rendering mode (ISO 32000-2, table 104). */
const maxMode = 7;
/**
 * A filled outline with more points than a rounded rectangle is a drawing, not a plain area: a start, four lines, four
 * curves of three points each, and the line that closes it.
 */
const maxPanelPoints = 1 + 4 + 4 * 3 + 1;
/** Slanted lines are followed in pieces of about this many points. */
const pieceLength = 24;
const maxPieces = 64;
const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** Units of a text adjustment per em (ISO 32000-2, 9.4.3). */
const em = 1000;

/** By the numbers of forms; undefined for one that is being read, or that cannot be. */
type FormBoxes = Map<number, InkBoxes | undefined>;

/** Finds what contents draw and where; each form and font is read once. */
export class ContentInk {
  /** True if programs interpret an operator in what was read so far differently. */
  isAmbiguous = false;
  /** True if something was skipped because it is damaged or beyond a limit. */
  isIncomplete = false;
  readonly #fonts: Fonts;
  readonly #forms: FormBoxes = new Map();
  /** The forms without resources of their own, by the resources above them. */
  readonly #inheriting = new WeakMap<PdfDict, FormBoxes>();
  #budget = documentBudget;
  #examined: { content: Buffer; resources: PdfDict | undefined } | undefined;

  /** `overprints`: whether a graphics state of the document lets colors overprint. */
  constructor(
    private readonly document: PdfDocument,
    private readonly overprints: boolean,
  ) {
    this.#fonts = new Fonts(document);
  }

  /**
   * Adds to `target` the boxes that `content` draws, mapped by `matrix`. Invalid content is read as far as possible.
   * With `near`, text outside these bounds may be skipped, and the bounds may be reported as taken although they are
   * free. Returns false if something was skipped because the document has used up its limit.
   */
  read(
    content: Buffer,
    resources: PdfDict | undefined,
    matrix: Matrix,
    target: InkTarget,
    near = wholePlane,
  ): boolean {
    const examined = this.#examined;
    const { isIncomplete } = this;
    this.#readWithin(content, resources, matrix, target, 0, wholePlane, near);
    // What a second look at the same page skips was examined at the first.
    if (examined?.content === content && examined.resources === resources) this.isIncomplete = isIncomplete;
    this.#examined = { content, resources };
    return this.#budget >= 0;
  }

  /** Reads content that has no place on a page. */
  readAsides(asides: Aside[]): void {
    for (const { number, above } of asides) {
      const object = this.document.object(number);
      if (!object?.data || this.#forms.has(number)) continue;
      const content = this.#unpacked(object);
      const resources = this.document.dict(asDict(object.value)?.get("Resources") ?? above);
      if (content) this.#readWithin(content, resources, identity, nowhere, 0, emptyPlane, emptyPlane);
    }
  }

  #unpacked(form: PdfObject): Buffer | undefined {
    const content = this.document.unpacked(form, maxForm);
    if (typeof content !== "string") return content;
    this.isIncomplete = true;
    return undefined;
  }

  #readWithin(
    content: Buffer,
    resources: PdfDict | undefined,
    matrix: Matrix,
    target: InkTarget,
    depth: number,
    clip: Bounds,
    near = wholePlane,
  ): void {
    this.#budget -= content.length;
    this.isIncomplete ||= this.#budget < 0;
    if (this.#budget < 0) return;
    const drawForm = (form: PdfObject, ctm: Matrix, out: InkTarget) =>
      this.#drawForm(form, resources, ctm, out, depth + 1);
    const fonts = this.#fonts;
    const { document, overprints } = this;
    const reader = new ContentReader(document, fonts, content, resources, target, near, drawForm, overprints);
    try {
      reader.run(matrix, clip);
    } catch (error) {
      if (!(error instanceof BrokenPdf)) throw error;
    }
    this.isAmbiguous ||= reader.isAmbiguous;
    this.isIncomplete ||= reader.isIncomplete;
  }

  #drawForm(form: PdfObject, above: PdfDict | undefined, ctm: Matrix, out: InkTarget, depth: number): void {
    this.isIncomplete ||= depth > maxFormDepth;
    if (depth > maxFormDepth) return;
    const known = this.#formsBelow(form, above);
    if (!known.has(form.number)) {
      // Set first, so that a form that draws itself terminates.
      known.set(form.number, undefined);
      known.set(form.number, this.#readForm(form, above, depth));
    }
    const boxes = known.get(form.number);
    if (!boxes) return;
    this.#budget -= boxes.count * costOfBox;
    if (this.#budget < 0) return;
    const matrix = combine(readMatrix(this.document, asDict(form.value)?.get("Matrix")), ctm);
    for (let index = 0; index < boxes.count; index++)
      addTurned(out, boxes.kind(index), ...boxes.bounds(index), matrix);
  }

  /** Where the boxes of a form are kept. */
  #formsBelow(form: PdfObject, above: PdfDict | undefined): FormBoxes {
    if (!above || this.#forms.has(form.number)) return this.#forms;
    if (this.document.dict(asDict(form.value)?.get("Resources"))) return this.#forms;
    const known = this.#inheriting.get(above) ?? new Map<number, InkBoxes | undefined>();
    this.#inheriting.set(above, known);
    if (!known.has(form.number)) this.#budget -= costOfInheriting;
    return known;
  }

  #readForm(form: PdfObject, above: PdfDict | undefined, depth: number): InkBoxes | undefined {
    const dict = asDict(form.value);
    const content = this.#unpacked(form);
    if (!dict || !content) return undefined;
    const boxes = new InkBoxes();
    const resources = this.document.dict(dict.get("Resources")) ?? above;
    const [x1 = -far, y1 = -far, x2 = far, y2 = far] = readNumbers(this.document, dict.get("BBox")) ?? [];
    const box: Bounds = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
    this.#readWithin(content, resources, identity, boxes, depth, box);
    return boxes;
  }
}

const far = Number.POSITIVE_INFINITY;
const wholePlane: Bounds = [-far, -far, far, far];
const emptyPlane: Bounds = [far, far, -far, -far];
const nowhere: InkTarget = { add: () => undefined };

function readNumbers(document: PdfDocument, raw: Raw | undefined): number[] | undefined {
  return asArray(document.resolve(raw), 6)?.map((item) => asNumber(document.resolve(item)) ?? 0);
}

function readMatrix(document: PdfDocument, raw: Raw | undefined): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = readNumbers(document, raw) ?? [];
  return [a, b, c, d, e, f];
}

/** How white is written in a color space: all ones, all zeros, or unknown. */
type White = 1 | 0 | undefined;

type State = {
  ctm: Matrix;
  clip: Bounds;
  lineWidth: number;
  fillSpace: White;
  strokeSpace: White;
  fillsWhite: boolean;
  strokesWhite: boolean;
  /** True if colors without ink let what is beneath them show, in programs that overprint. */
  overprints: boolean;
  /** The same for CMYK, where it takes another parameter. */
  overprintsProcess: boolean;
  /** True if the fill color is in DeviceCMYK. */
  isProcess: boolean;
  fillsPattern: boolean;
  font: FontMetrics | undefined;
  size: number;
  characterSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
  mode: number;
};

type DrawForm = (form: PdfObject, ctm: Matrix, out: InkTarget) => void;

const operandKind = { number: 0, literal: 1, hexadecimal: 2, name: 3 } as const;

/**
 * The operands since the last operator: kind, and a number's value or the bounds of a string or name. Shared by all
 * readers, since an operator that draws a form has read its operands before.
 */
const kinds = new Uint8Array(maxOperands);
const values = new Float64Array(maxOperands);
const starts = new Int32Array(maxOperands);
const ends = new Int32Array(maxOperands);

/** The bytes of the string that is being shown; shared, since strings do not nest. */
let decoded = new Uint8Array(4096);

/** Reads one content stream; operators that ISO 32000-2, annex A, does not define are skipped. */
class ContentReader implements InkTarget {
  /** True if programs interpret an operator differently. */
  isAmbiguous = false;
  /** True if an operator had more operands than are kept. */
  isIncomplete = false;
  #state: State = {
    ctm: identity,
    clip: wholePlane,
    lineWidth: 1,
    fillSpace: 1,
    strokeSpace: 1,
    fillsWhite: false,
    strokesWhite: false,
    overprints: false,
    overprintsProcess: false,
    isProcess: false,
    fillsPattern: false,
    font: undefined,
    size: 0,
    characterSpace: 0,
    wordSpace: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
  };
  readonly #saved: State[] = [];
  /** The number of operands since the last operator. */
  #operands = 0;
  /** The text matrix of the line; its last two numbers are `lineX` and `lineY`, which change with every line. */
  #lineMatrix: Matrix = identity;
  #lineX = 0;
  #lineY = 0;
  /** Maps the text that is being shown to the target; one array for all text. */
  readonly #textToTarget: [number, number, number, number, number, number] = [1, 0, 0, 1, 0, 0];
  #pen = 0;
  /** True if text before it on its line was skipped. */
  #isPenUnknown = false;
  #runStart = Number.NaN;
  #runEnd = 0;
  #position = 0;
  readonly #path = new Path();
  /** The dictionaries of the resources that were used. */
  readonly #categories = new Map<string, PdfDict | undefined>();
  #clipsNext = false;

  constructor(
    private readonly document: PdfDocument,
    private readonly fonts: Fonts,
    private readonly content: Buffer,
    private readonly resources: PdfDict | undefined,
    private readonly target: InkTarget,
    private readonly near: Bounds,
    private readonly drawForm: DrawForm,
    private readonly hasOverprint: boolean,
  ) {}

  run(matrix: Matrix, clip: Bounds): void {
    this.#state.ctm = matrix;
    this.#state.clip = clip;
    const { content } = this;
    while (this.#position < content.length) {
      const byte = content[this.#position] ?? 0;
      if (isWhite(byte)) this.#position++;
      else if (isNumeric(byte)) this.#number(byte);
      else if (isLetter(byte)) this.#word();
      else this.#delimited(byte);
    }
  }

  /** Receives boxes in the coordinates of the target and drops what is clipped away. */
  add(kind: InkKind, left: number, bottom: number, right: number, top: number): void {
    const { clip } = this.#state;
    const l = Math.max(left, clip[0]);
    const b = Math.max(bottom, clip[1]);
    const r = Math.min(right, clip[2]);
    const t = Math.min(top, clip[3]);
    if (l <= r && b <= t) this.target.add(kind, l, b, r, t);
  }

  #number(first: number): void {
    const { content } = this;
    let at = this.#position;
    let isNegative = false;
    let byte = first;
    while (byte === 45 || byte === 43) {
      isNegative ||= byte === 45;
      byte = content[++at] ?? 0;
    }
    let value = 0;
    while (byte >= 48 && byte <= 57) {
      value = value * 10 + byte - 48;
      byte = content[++at] ?? 0;
    }
    if (byte === 46) {
      let scale = 0.1;
      byte = content[++at] ?? 0;
      while (byte >= 48 && byte <= 57) {
        value += (byte - 48) * scale;
        scale /= 10;
        byte = content[++at] ?? 0;
      }
    }
    while (isNumeric(content[at])) at++;
    this.#position = at;
    const index = this.#operands;
    if (index >= maxOperands) {
      this.isIncomplete = true;
      return;
    }
    kinds[index] = operandKind.number;
    values[index] = isNegative ? -value : value;
    this.#operands = index + 1;
  }

  #operand(kind: number, start: number, end: number): void {
    const index = this.#operands;
    if (index >= maxOperands) {
      this.isIncomplete = true;
      return;
    }
    kinds[index] = kind;
    starts[index] = start;
    ends[index] = end;
    this.#operands = index + 1;
  }

  #word(): void {
    const { content } = this;
    const end = regularEnd(content, this.#position);
    let word = 0;
    if (end - this.#position <= 3)
      for (let at = this.#position; at < end; at++) word = word * 256 + (content[at] ?? 0);
    this.#position = end;
    this.#execute(word);
  }

  #execute(word: number): void {
    const action = actions.get(word);
    if (action) action(this);
    this.#operands = 0;
  }

  #delimited(byte: number): void {
    const { content } = this;
    const start = this.#position;
    if (byte === sign.openString) {
      this.#position = this.#stringEnd(start);
      this.#operand(operandKind.literal, start + 1, this.#position - 1);
    } else if (byte === sign.less && content[start + 1] !== sign.less) {
      const end = content.indexOf(sign.greater, start);
      this.#position = end < 0 ? content.length : end + 1;
      this.#operand(operandKind.hexadecimal, start + 1, this.#position - 1);
    } else if (byte === sign.slash) {
      this.#position = regularEnd(content, start + 1);
      this.#operand(operandKind.name, start + 1, this.#position);
    } else if (byte === sign.percent) {
      while (this.#position < content.length && !isLineEnd(content[this.#position])) this.#position++;
    } else if (byte === apostrophe || byte === quotationMark) {
      this.#position++;
      this.#execute(byte);
    } else this.#position++;
  }

  #stringEnd(start: number): number {
    const { content } = this;
    let depth = 0;
    for (let at = start; at < content.length; at++) {
      const byte = content[at];
      if (byte === sign.backslash) at++;
      else if (byte === sign.openString) depth++;
      else if (byte === sign.closeString && --depth === 0) return at + 1;
    }
    return content.length;
  }

  /** The numeric operand at this distance from the operator; 1 is the last. */
  #last(distance: number): number {
    const index = this.#operands - distance;
    return kinds[index] === operandKind.number ? (values[index] ?? 0) : 0;
  }

  #lastName(): string | undefined {
    let index = this.#operands - 1;
    while (index >= 0 && kinds[index] !== operandKind.name) index--;
    const raw = { bytes: this.content, start: (starts[index] ?? 0) - 1, end: ends[index] ?? 0 };
    return index < 0 ? undefined : asName(raw);
  }

  #lastMatrix(): Matrix {
    return [this.#last(6), this.#last(5), this.#last(4), this.#last(3), this.#last(2), this.#last(1)];
  }

  #resource(kind: string): Raw | undefined {
    const name = this.#lastName();
    if (!this.#categories.has(kind))
      this.#categories.set(kind, this.document.dict(this.resources?.get(kind)));
    return name === undefined ? undefined : this.#categories.get(kind)?.get(name);
  }

  save(): void {
    if (this.#saved.length < maxSavedStates) this.#saved.push({ ...this.#state });
  }

  restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }

  transform(): void {
    this.#state.ctm = combine(this.#lastMatrix(), this.#state.ctm);
  }

  set(key: "lineWidth" | "characterSpace" | "wordSpace" | "leading" | "rise"): void {
    this.#state[key] = this.#last(1);
  }

  /** Programs ignore, round or cut off a mode that is not defined. */
  setMode(): void {
    const mode = this.#last(1);
    this.#state.mode = mode;
    this.isAmbiguous ||= this.#operands === 0 || !Number.isInteger(mode) || mode < 0 || mode > maxMode;
  }

  setGraphicsState(): void {
    if (!this.hasOverprint) return;
    const state = this.#state;
    const { document } = this;
    const dict = document.dict(this.#resource("ExtGState"));
    const fills = document.resolve(dict?.get("op") ?? dict?.get("OP"));
    if (fills) state.overprints = getText(fills) === "true";
    const mode = asNumber(document.resolve(dict?.get("OPM")));
    if (mode !== undefined) state.overprintsProcess = mode === 1;
  }

  setScale(): void {
    this.#state.scale = this.#last(1) / 100;
  }

  moveTo(): void {
    this.#path.move(...this.#point(2));
  }

  lineTo(): void {
    this.#path.line(...this.#point(2));
  }

  curveTo(points: number): void {
    for (let distance = points * 2; distance > 0; distance -= 2) this.#path.line(...this.#point(distance));
  }

  rectangle(): void {
    const [x, y, width, height] = [this.#last(4), this.#last(3), this.#last(2), this.#last(1)];
    this.#path.move(...this.#map(x, y));
    this.#path.line(...this.#map(x + width, y));
    this.#path.line(...this.#map(x + width, y + height));
    this.#path.line(...this.#map(x, y + height));
    this.#path.close();
  }

  closePath(): void {
    this.#path.close();
  }

  #point(distance: number): [number, number] {
    return this.#map(this.#last(distance), this.#last(distance - 1));
  }

  #map(x: number, y: number): [number, number] {
    const [a, b, c, d, e, f] = this.#state.ctm;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  clipNext(): void {
    this.#clipsNext = true;
  }

  paint(fills: boolean, strokes: boolean): void {
    const state = this.#state;
    const path = this.#path;
    if (fills && !state.fillsWhite) path.addAreas(this, state.fillsPattern ? inkKind.pattern : inkKind.panel);
    if (fills && state.fillsWhite) this.#noteWhite();
    if (strokes && !state.strokesWhite) {
      const [a, b, c, d] = state.ctm;
      path.addLines(this, (state.lineWidth * Math.sqrt(Math.abs(a * d - b * c))) / 2);
    }
    if (this.#clipsNext) state.clip = path.clip(state.clip);
    this.#clipsNext = false;
    path.clear();
  }

  /** White that overprints hides what is beneath it only in programs that do not overprint. */
  #noteWhite(): void {
    const { fillSpace, overprints, overprintsProcess, isProcess } = this.#state;
    this.isAmbiguous ||= overprints && fillSpace === 0 && (overprintsProcess || !isProcess);
  }

  setDeviceColor(fills: boolean, components: number, white: 1 | 0): void {
    const state = this.#state;
    this.isAmbiguous ||= this.#operands < components;
    let isWhite = true;
    for (let index = 1; index <= components; index++) isWhite &&= this.#last(index) === white;
    if (fills) {
      [state.fillSpace, state.fillsWhite] = [white, isWhite];
      [state.isProcess, state.fillsPattern] = [components === 4, false];
    } else [state.strokeSpace, state.strokesWhite] = [white, isWhite];
  }

  setSpace(fills: boolean): void {
    const name = this.#lastName();
    const white = this.#whiteOf(name);
    const state = this.#state;
    if (fills) {
      [state.fillSpace, state.fillsWhite] = [white, false];
      [state.isProcess, state.fillsPattern] = [false, name === "Pattern"];
    } else [state.strokeSpace, state.strokesWhite] = [white, false];
  }

  setColor(fills: boolean): void {
    const state = this.#state;
    const operands = this.#operands;
    const white = fills ? state.fillSpace : state.strokeSpace;
    let isWhite = white !== undefined && operands > 0;
    for (let index = 0; index < operands; index++)
      isWhite &&= kinds[index] === operandKind.number && values[index] === white;
    if (fills) state.fillsWhite = isWhite;
    else state.strokesWhite = isWhite;
  }

  #whiteOf(name: string | undefined): White {
    if (name === "DeviceGray" || name === "DeviceRGB" || name === "G" || name === "RGB") return 1;
    if (name === "DeviceCMYK" || name === "CMYK") return 0;
    const { document } = this;
    const space = document.resolve(this.#resource("ColorSpace"));
    const [family, stream] = asArray(space) ?? [space];
    const kind = asName(document.resolve(family));
    if (kind === "ICCBased") {
      const profile = document.dict(stream);
      return asNumber(document.resolve(profile?.get("N"))) === 4 ? 0 : 1;
    }
    if (kind === "CalGray" || kind === "CalRGB" || kind === "DeviceGray" || kind === "DeviceRGB") return 1;
    return kind === "Separation" || kind === "DeviceN" || kind === "DeviceCMYK" ? 0 : undefined;
  }

  beginText(): void {
    this.#startLine(identity);
  }

  setFont(): void {
    this.#state.size = this.#last(1);
    const font = this.#resource("Font");
    this.isAmbiguous ||= font === undefined;
    this.#state.font = this.fonts.get(font);
  }

  setTextMatrix(): void {
    this.#startLine(this.#lastMatrix());
  }

  #startLine(matrix: Matrix): void {
    this.#lineMatrix = matrix;
    this.#lineX = matrix[4];
    this.#lineY = matrix[5];
    this.#movePenToStart();
  }

  #movePenToStart(): void {
    this.#pen = 0;
    this.#isPenUnknown = false;
  }

  nextLine(x: number, y: number): void {
    const m = this.#lineMatrix;
    this.#lineX += m[0] * x + m[2] * y;
    this.#lineY += m[1] * x + m[3] * y;
    this.#movePenToStart();
  }

  nextLineBy(setsLeading: boolean): void {
    if (setsLeading) this.#state.leading = -this.#last(1);
    this.nextLine(this.#last(2), this.#last(1));
  }

  nextLineByLeading(): void {
    this.nextLine(0, -this.#state.leading);
  }

  setSpaces(): void {
    this.#state.wordSpace = this.#last(3);
    this.#state.characterSpace = this.#last(2);
  }

  showText(): void {
    const state = this.#state;
    const { font, size, scale } = state;
    if (!font) return;
    if (state.fillsWhite) this.#noteWhite();
    this.#mapText();
    if (!this.#isNear(font)) {
      this.#isPenUnknown = true;
      return;
    }
    if (this.#isPenUnknown) {
      // Somewhere on its line: a caller that needs these bounds has to read all of the text.
      this.target.add(inkKind.ink, ...this.near);
      return;
    }
    for (let index = 0; index < this.#operands; index++) {
      const kind = kinds[index] as number;
      const start = starts[index] as number;
      const end = ends[index] as number;
      if (kind === operandKind.number) {
        const gap = (-(values[index] as number) / em) * size * (font.isVertical ? -1 : scale);
        if (Math.abs(gap) > Math.abs(size)) this.#endRun(font);
        this.#pen += gap;
      } else if (this.#showPlain(font, kind, start, end)) continue;
      else if (kind === operandKind.hexadecimal)
        this.#showString(font, decodeHexadecimal(this.content, start, end));
      else if (kind === operandKind.literal) this.#showString(font, decodeLiteral(this.content, start, end));
    }
    this.#endRun(font);
  }

  /**
   * Shows a string without decoding it, as nearly all strings allow: one byte per character, no escapes, no white space
   * in hexadecimal digits, no spaces at its ends. False for any other.
   */
  #showPlain(font: FontMetrics, kind: number, start: number, end: number): boolean {
    if (font.bytes !== 1 || font.isVertical || kind === operandKind.name) return false;
    const { content } = this;
    const { size, characterSpace, wordSpace, scale } = this.#state;
    const isHexadecimal = kind === operandKind.hexadecimal;
    const step = isHexadecimal ? 2 : 1;
    const characters = (end - start) / step;
    if (characters < 1 || !Number.isInteger(characters)) return false;
    const byteAt = isHexadecimal ? hexPair : byteOf;
    if (byteAt(content, start) === sign.space || byteAt(content, end - step) === sign.space) return false;
    const sum = isHexadecimal
      ? addHexadecimal(content, start, end, font.widths)
      : addLiteral(content, start, end, font.widths);
    if (Number.isNaN(sum)) return false;
    let spaces = 0;
    if (wordSpace !== 0)
      for (let at = start; at < end; at += step) if (byteAt(content, at) === sign.space) spaces++;
    this.#extendRun(font, (sum * size + characters * characterSpace + spaces * wordSpace) * scale);
    return true;
  }

  #mapText(): void {
    const line = this.#lineMatrix;
    const lineX = this.#lineX;
    const lineY = this.#lineY;
    const out = this.#textToTarget;
    const { ctm } = this.#state;
    out[0] = line[0] * ctm[0] + line[1] * ctm[2];
    out[1] = line[0] * ctm[1] + line[1] * ctm[3];
    out[2] = line[2] * ctm[0] + line[3] * ctm[2];
    out[3] = line[2] * ctm[1] + line[3] * ctm[3];
    out[4] = lineX * ctm[0] + lineY * ctm[2] + ctm[4];
    out[5] = lineX * ctm[1] + lineY * ctm[3] + ctm[5];
  }

  /** False if the whole line of an upright text, or of one rotated by 90 degrees, misses the requested bounds. */
  #isNear({ ascent, descent, isVertical }: FontMetrics): boolean {
    const state = this.#state;
    const { near } = this;
    if (near === wholePlane || isVertical) return true;
    const textToTarget = this.#textToTarget;
    const a = textToTarget[0];
    const b = textToTarget[1];
    const c = textToTarget[2];
    const d = textToTarget[3];
    const bottom = state.rise + descent * state.size;
    const top = state.rise + ascent * state.size;
    if (b === 0 && c === 0) {
      const y = textToTarget[5];
      return between(y + d * bottom, y + d * top, near[1], near[3]);
    }
    if (a === 0 && d === 0) {
      const x = textToTarget[4];
      return between(x + c * bottom, x + c * top, near[0], near[2]);
    }
    return true;
  }

  /** True if this part of an upright line, or of one rotated by 90 degrees, misses the requested bounds. */
  #missesNear({ isVertical }: FontMetrics, from: number, to: number): boolean {
    const textToTarget = this.#textToTarget;
    const { near } = this;
    if (near === wholePlane || isVertical) return false;
    const a = textToTarget[0];
    const b = textToTarget[1];
    if (b === 0 && textToTarget[2] === 0) {
      const x = textToTarget[4];
      return !between(a * from + x, a * to + x, near[0], near[2]);
    }
    if (a === 0 && textToTarget[3] === 0) {
      const y = textToTarget[5];
      return !between(b * from + y, b * to + y, near[1], near[3]);
    }
    return false;
  }

  /** Shows the first `length` bytes of `decoded`; spaces at both ends show nothing. */
  #showString(font: FontMetrics, length: number): void {
    const { bytes, space } = font;
    const whole = length - (length % bytes);
    let first = 0;
    let end = whole;
    while (first < end && characterAt(first, bytes) === space) first += bytes;
    while (first < end && characterAt(end - bytes, bytes) === space) end -= bytes;
    if (first > 0) this.#pen += this.#advance(font, 0, first);
    if (first < end) this.#extendRun(font, this.#advance(font, first, end));
    if (end < whole) this.#pen += this.#advance(font, end, whole);
  }

  /** Adds text of this length to the run. */
  #extendRun(font: FontMetrics, shown: number): void {
    const { size, characterSpace } = this.#state;
    const scale = font.isVertical ? -1 : this.#state.scale;
    if (Number.isNaN(this.#runStart)) this.#runStart = this.#pen;
    this.#pen += shown;
    const narrow = Math.abs(shown) < Math.abs(size) * narrowest ? size * narrowest * scale : 0;
    this.#runEnd = this.#pen - characterSpace * scale + narrow;
  }

  #advance({ widths, defaultWidth, bytes, isVertical }: FontMetrics, from: number, to: number): number {
    const { size, characterSpace, wordSpace, scale } = this.#state;
    const characters = (to - from) / bytes;
    if (isVertical) return -characters * (size + characterSpace);
    const text = decoded;
    let sum = 0;
    if (bytes === 1) for (let at = from; at < to; at++) sum += widths[text[at] as number] as number;
    else
      for (let at = from; at < to; at += 2)
        sum += widths[(text[at] as number) * 256 + (text[at + 1] as number)] ?? defaultWidth;
    let spaces = 0;
    if (bytes === 1 && wordSpace !== 0) for (let at = from; at < to; at++) if (text[at] === 32) spaces++;
    return (sum * size + characters * characterSpace + spaces * wordSpace) * scale;
  }

  /** Adds the text since the last gap as one box. */
  #endRun(font: FontMetrics): void {
    const runStart = this.#runStart;
    const runEnd = this.#runEnd;
    const state = this.#state;
    if (Number.isNaN(runStart)) return;
    this.#runStart = Number.NaN;
    const { size, rise, mode } = state;
    const from = Math.min(runStart, runEnd);
    const to = Math.max(runStart, runEnd);
    if (mode === 7 || this.#missesNear(font, from, to)) return;
    const kind = mode === 3 ? inkKind.hiddenText : inkKind.ink;
    const matrix = this.#textToTarget;
    if (font.isVertical) addTurned(this, kind, -size / 2, from, size / 2, to, matrix);
    else {
      const bottom = rise + font.descent * size;
      const top = rise + font.ascent * size;
      addTurned(this, kind, from, Math.min(bottom, top), to, Math.max(bottom, top), matrix);
    }
  }

  drawObject(): void {
    const number = asReference(this.#resource("XObject"))?.number;
    const object = number === undefined ? undefined : this.document.object(number);
    const dict = asDict(object?.value);
    if (!object?.data || !dict) return;
    const subtype = asName(this.document.resolve(dict.get("Subtype")));
    if (subtype === "Image") this.drawPicture();
    else if (subtype === "Form") this.drawForm(object, this.#state.ctm, this);
  }

  drawPicture(): void {
    addTurned(this, inkKind.picture, 0, 0, 1, 1, this.#state.ctm);
  }

  fillClip(): void {
    this.add(inkKind.pattern, ...this.#state.clip);
  }

  inlineImage(): void {
    this.drawPicture();
    this.isAmbiguous ||= lacksColorSpace(this.content, this.#position);
    this.#position = inlineImageEnd(this.content, this.#position) ?? this.#likelyImageEnd();
  }

  #likelyImageEnd(): number {
    const { content } = this;
    const data = content.indexOf("ID", this.#position, "latin1");
    for (let at = content.indexOf("EI", data); data >= 0 && at >= 0; at = content.indexOf("EI", at + 1))
      if (isWhite(content[at - 1]) && (at + 2 === content.length || isWhite(content[at + 2]))) return at + 2;
    return content.length;
  }
}

/** True unless the range between `one` and `other` lies outside `from` to `to`. */
const between = (one: number, other: number, from: number, to: number): boolean =>
  Math.max(one, other) >= from && Math.min(one, other) <= to;

/** The sum of the widths of a hexadecimal string; not a number if it contains anything except pairs of digits. */
function addHexadecimal(content: Buffer, start: number, end: number, widths: Float64Array): number {
  let sum = 0;
  for (let at = start; at < end; at += 2) sum += widths[hexPair(content, at)] as number;
  return sum;
}

/** The sum of the widths of a literal string; not a number if it contains escapes. */
function addLiteral(content: Buffer, start: number, end: number, widths: Float64Array): number {
  let sum = 0;
  for (let at = start; at < end; at++) {
    const byte = content[at] as number;
    if (byte === sign.backslash) return Number.NaN;
    sum += widths[byte] as number;
  }
  return sum;
}

const byteOf = (bytes: Buffer, at: number): number => bytes[at] as number;

/** Decodes a hexadecimal string into `decoded`; returns the number of bytes. */
function decodeHexadecimal(content: Buffer, start: number, end: number): number {
  const out = prepareBuffer(end - start);
  let length = 0;
  let at = start;
  // Pairs of digits without white space, as nearly all programs write them.
  for (; at + 1 < end; at += 2) {
    const byte = hexPair(content, at);
    if (byte === notHexadecimal) break;
    out[length++] = byte;
  }
  let high = -1;
  for (; at < end; at++) {
    const digit = hexValue(content[at]);
    if (digit < 0) continue;
    if (high >= 0) out[length++] = high * 16 + digit;
    high = high < 0 ? digit : -1;
  }
  if (high >= 0) out[length++] = high * 16;
  return length;
}

/** Decodes a literal string into `decoded`; returns the number of bytes. */
function decodeLiteral(content: Buffer, start: number, end: number): number {
  const out = prepareBuffer(end - start);
  let length = 0;
  for (let at = start; at < end; at++) {
    let byte = content[at] as number;
    if (byte === sign.backslash) {
      byte = content[++at] ?? 0;
      if (isOctal(byte)) {
        byte -= 48;
        for (let more = 0; more < 2 && isOctal(content[at + 1]); more++)
          byte = byte * 8 + (content[++at] ?? 48) - 48;
      } else if (isLineEnd(byte)) {
        if (byte === sign.carriageReturn && content[at + 1] === sign.lineFeed) at++;
        continue;
      } else byte = escaped[byte] ?? byte;
    }
    out[length++] = byte;
  }
  return length;
}

function prepareBuffer(bytes: number): Uint8Array {
  if (decoded.length < bytes) decoded = new Uint8Array(bytes);
  return decoded;
}

function characterAt(at: number, bytes: 1 | 2): number {
  const first = decoded[at] ?? 0;
  return bytes === 1 ? first : first * 256 + (decoded[at + 1] ?? 0);
}

/** A path in the coordinates of the target. */
class Path {
  /** Lines as x and y of both ends. */
  readonly #lines: number[] = [];
  /** Left, bottom, right, top and number of points of each part. */
  readonly #parts: number[] = [];
  #startX = 0;
  #startY = 0;
  #x = 0;
  #y = 0;

  move(x: number, y: number): void {
    this.#parts.push(x, y, x, y, 1);
    this.#startX = x;
    this.#startY = y;
    this.#x = x;
    this.#y = y;
  }

  line(x: number, y: number): void {
    if (this.#parts.length === 0) this.move(x, y);
    if (this.#lines.length < maxSegments * 4) this.#lines.push(this.#x, this.#y, x, y);
    const parts = this.#parts;
    const at = parts.length - partSize;
    parts[at] = Math.min(parts[at] ?? x, x);
    parts[at + 1] = Math.min(parts[at + 1] ?? y, y);
    parts[at + 2] = Math.max(parts[at + 2] ?? x, x);
    parts[at + 3] = Math.max(parts[at + 3] ?? y, y);
    parts[at + 4] = (parts[at + 4] ?? 0) + 1;
    this.#x = x;
    this.#y = y;
  }

  close(): void {
    if (this.#x !== this.#startX || this.#y !== this.#startY) this.line(this.#startX, this.#startY);
  }

  /** `kind`: that of an area with few points. */
  addAreas(target: InkTarget, kind: InkKind): void {
    const parts = this.#parts;
    for (let at = 0; at < parts.length; at += partSize) {
      const [left = 0, bottom = 0, right = 0, top = 0, points = 0] = parts.slice(at, at + partSize);
      if (points > 1) target.add(points <= maxPanelPoints ? kind : inkKind.ink, left, bottom, right, top);
    }
  }

  addLines(target: InkTarget, halfWidth: number): void {
    const lines = this.#lines;
    for (let at = 0; at < lines.length; at += 4) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = lines.slice(at, at + 4);
      const shorter = Math.min(Math.abs(x2 - x1), Math.abs(y2 - y1));
      const pieces = Math.min(maxPieces, Math.max(1, Math.ceil(shorter / pieceLength) || 1));
      for (let piece = 0; piece < pieces; piece++) {
        const fromX = x1 + ((x2 - x1) * piece) / pieces;
        const fromY = y1 + ((y2 - y1) * piece) / pieces;
        const toX = x1 + ((x2 - x1) * (piece + 1)) / pieces;
        const toY = y1 + ((y2 - y1) * (piece + 1)) / pieces;
        target.add(
          inkKind.ink,
          Math.min(fromX, toX) - halfWidth,
          Math.min(fromY, toY) - halfWidth,
          Math.max(fromX, toX) + halfWidth,
          Math.max(fromY, toY) + halfWidth,
        );
      }
    }
  }

  /** The intersection of `clip` and the path's bounds; empty if the path is empty. */
  clip([left, bottom, right, top]: Bounds): Bounds {
    let [l, b, r, t] = [far, far, -far, -far];
    for (let at = 0; at < this.#parts.length; at += partSize) {
      l = Math.min(l, this.#parts[at] ?? l);
      b = Math.min(b, this.#parts[at + 1] ?? b);
      r = Math.max(r, this.#parts[at + 2] ?? r);
      t = Math.max(t, this.#parts[at + 3] ?? t);
    }
    return [Math.max(left, l), Math.max(bottom, b), Math.min(right, r), Math.min(top, t)];
  }

  clear(): void {
    this.#lines.length = 0;
    this.#parts.length = 0;
  }
}

const partSize = 5;
/** Characters that the font declares narrower may still show something; in em. */
const narrowest = 0.2;
const apostrophe = 39;
const quotationMark = 34;

const isNumeric = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 48 && byte <= 57) || byte === 45 || byte === 46 || byte === 43);
const isLetter = (byte: number): boolean => isRegular(byte) && byte !== apostrophe && byte !== quotationMark;
const isLineEnd = (byte: number | undefined): boolean =>
  byte === sign.lineFeed || byte === sign.carriageReturn;
const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 55;
const escaped: Record<number, number> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/** An operator of up to three letters as one number, so that no string has to be created. */
const code = (text: string): number => [...text].reduce((sum, char) => sum * 256 + char.charCodeAt(0), 0);

type Action = (reader: ContentReader) => void;

const operators: Record<string, Action> = {
  q: (reader) => reader.save(),
  Q: (reader) => reader.restore(),
  cm: (reader) => reader.transform(),
  w: (reader) => reader.set("lineWidth"),
  m: (reader) => reader.moveTo(),
  l: (reader) => reader.lineTo(),
  c: (reader) => reader.curveTo(3),
  v: (reader) => reader.curveTo(2),
  y: (reader) => reader.curveTo(2),
  h: (reader) => reader.closePath(),
  re: (reader) => reader.rectangle(),
  S: (reader) => reader.paint(false, true),
  s: (reader) => {
    reader.closePath();
    reader.paint(false, true);
  },
  f: (reader) => reader.paint(true, false),
  F: (reader) => reader.paint(true, false),
  "f*": (reader) => reader.paint(true, false),
  B: (reader) => reader.paint(true, true),
  "B*": (reader) => reader.paint(true, true),
  b: (reader) => {
    reader.closePath();
    reader.paint(true, true);
  },
  "b*": (reader) => {
    reader.closePath();
    reader.paint(true, true);
  },
  n: (reader) => reader.paint(false, false),
  W: (reader) => reader.clipNext(),
  "W*": (reader) => reader.clipNext(),
  BT: (reader) => reader.beginText(),
  Tf: (reader) => reader.setFont(),
  Tc: (reader) => reader.set("characterSpace"),
  Tw: (reader) => reader.set("wordSpace"),
  Tz: (reader) => reader.setScale(),
  TL: (reader) => reader.set("leading"),
  Ts: (reader) => reader.set("rise"),
  Tr: (reader) => reader.setMode(),
  gs: (reader) => reader.setGraphicsState(),
  Td: (reader) => reader.nextLineBy(false),
  TD: (reader) => reader.nextLineBy(true),
  Tm: (reader) => reader.setTextMatrix(),
  "T*": (reader) => reader.nextLineByLeading(),
  Tj: (reader) => reader.showText(),
  TJ: (reader) => reader.showText(),
  "'": (reader) => {
    reader.nextLineByLeading();
    reader.showText();
  },
  '"': (reader) => {
    reader.setSpaces();
    reader.nextLineByLeading();
    reader.showText();
  },
  g: (reader) => reader.setDeviceColor(true, 1, 1),
  G: (reader) => reader.setDeviceColor(false, 1, 1),
  rg: (reader) => reader.setDeviceColor(true, 3, 1),
  RG: (reader) => reader.setDeviceColor(false, 3, 1),
  k: (reader) => reader.setDeviceColor(true, 4, 0),
  K: (reader) => reader.setDeviceColor(false, 4, 0),
  cs: (reader) => reader.setSpace(true),
  CS: (reader) => reader.setSpace(false),
  sc: (reader) => reader.setColor(true),
  scn: (reader) => reader.setColor(true),
  SC: (reader) => reader.setColor(false),
  SCN: (reader) => reader.setColor(false),
  Do: (reader) => reader.drawObject(),
  sh: (reader) => reader.fillClip(),
  BI: (reader) => reader.inlineImage(),
};
const actions = new Map(Object.entries(operators).map(([text, action]) => [code(text), action]));
