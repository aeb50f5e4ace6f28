import type { Message } from "../../errors.ts";
import { ColorSpaces, type DoubtfulSpace, isAmbiguousState } from "./ambiguous-colors.ts";
import { isAmbiguousFont } from "./ambiguous-fonts.ts";
import { hasShortTable, isAmbiguousPicture } from "./ambiguous-pictures.ts";
import { type Aside, ContentAside } from "./content-aside.ts";
import type { PdfDocument } from "./document.ts";
import { asArray, asDict, asName, asNumber, getText, type PdfDict, type Raw } from "./values.ts";

const textDiffers: Message = {
  code: "note-text-differs",
  text: "Some text in this PDF uses a font that the file does not fully describe. Other programs may show other letters or digits there.",
};
/** Also for content that breaks a rule for operators. */
export const contentDiffers: Message = {
  code: "note-content-differs",
  text: "Some text, colors or effects in this PDF depend on the program that shows it. What one program shows may look different or be invisible in another.",
};
/** Programs may still show alike what was not examined. */
export const contentUnexamined: Message = {
  code: "note-content-unexamined",
  text: "Parts of this PDF are damaged, very large or deeply nested and could not be examined. Other programs may show them differently or not at all.",
};
const picturesDiffer: Message = {
  code: "note-pictures-differ",
  text: "Some pictures in this PDF are described incompletely or in two ways. Other programs may show them differently or not at all.",
};

export type AmbiguousContent = {
  notes: Message[];
  /** Color spaces that have to be tried; if one shows something else than its name says, `contentDiffers` applies. */
  doubtful: DoubtfulSpace[];
  /** True if a graphics state lets colors overprint. */
  overprints: boolean;
  /** Content whose operators remain to be examined, besides that of pages and of forms drawn by operators. */
  asides: Aside[];
};

const deepest = 32;

/**
 * Examines `candidates`, the objects that may determine how page content looks, for what programs are known to show
 * differently. Objects that no page uses count too: what a page uses is known only after its content is read.
 */
export function findAmbiguousContent(document: PdfDocument, candidates: number[]): AmbiguousContent {
  const examiner = new Examiner(document);
  for (const number of candidates) {
    const object = document.object(number);
    const data = object?.data && document.bytes.subarray(object.data.start, object.data.end);
    if (object) examiner.examine(object.value, data, 0, data && number);
  }
  return examiner.result();
}

class Examiner {
  readonly #spaces: ColorSpaces;
  readonly #found = new Set<Message>();
  readonly #doubtful = new Map<string, DoubtfulSpace>();
  readonly #asides: ContentAside;
  #overprints = false;

  constructor(private readonly document: PdfDocument) {
    this.#spaces = new ColorSpaces(document);
    this.#asides = new ContentAside(document);
  }

  result(): AmbiguousContent {
    const notes = [textDiffers, contentDiffers, picturesDiffer].filter((note) => this.#found.has(note));
    const asides = this.#asides.list();
    return { notes, doubtful: [...this.#doubtful.values()], overprints: this.#overprints, asides };
  }

  /** `number`: that of a stream with `data`. */
  examine(value: Raw, data: Buffer | undefined, depth: number, number?: number): void {
    if (depth > deepest) return;
    const dict = asDict(value);
    if (dict) {
      this.#asides.find(dict, number);
      this.#examineDict(dict, data);
    }
    const items = dict ? [...dict.values()] : (asArray(value) ?? []);
    if (!dict && items.length > 1) this.#examineSpace(value, items);
    for (const item of items) this.examine(item, undefined, depth + 1);
  }

  #examineDict(dict: PdfDict, data: Buffer | undefined): void {
    const found = this.#found;
    const { document } = this;
    const subtype = asName(document.resolve(dict.get("Subtype")));
    if (data && subtype === "Image") {
      if (isAmbiguousPicture(document, dict, data)) found.add(picturesDiffer);
      return;
    }
    if ((dict.has("BaseFont") || dict.has("CharProcs")) && isAmbiguousFont(document, dict))
      found.add(textDiffers);
    if (isAmbiguousState(document, dict) || isOddFunction(document, dict)) found.add(contentDiffers);
    this.#overprints ||= ["OP", "op"].some((key) => isTrue(document.resolve(dict.get(key))));
    for (const [key, value] of dict)
      if (key.startsWith("Default") && this.#spaces.isOddDefault(key, value)) found.add(contentDiffers);
    if (isTrue(document.resolve(document.dict(dict.get("Group"))?.get("K")))) found.add(contentDiffers);
  }

  #examineSpace(value: Raw, items: Raw[]): void {
    const family = asName(items[0]);
    if (family === undefined) return;
    if (family === "Indexed" && hasShortTable(this.document, items)) this.#found.add(picturesDiffer);
    const judged = this.#spaces.judge(value);
    if (judged === "ambiguous") this.#found.add(contentDiffers);
    else if (judged !== "agreed") this.#doubtful.set(judged.space, judged);
  }
}

const isTrue = (raw: Raw | undefined): boolean => raw !== undefined && getText(raw) === "true";

/** A function without the range that its type needs, or that has no value at zero. */
function isOddFunction(document: PdfDocument, dict: PdfDict): boolean {
  const type = asNumber(document.resolve(dict.get("FunctionType")));
  if (type === 0 || type === 4) return !dict.has("Range");
  return type === 2 && (asNumber(document.resolve(dict.get("N"))) ?? 1) < 0;
}
