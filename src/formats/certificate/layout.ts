import { drawQrCode, type QrCode, quietModules } from "../qr-code.ts";
import { withoutQuotes } from "../text/quoted-name.ts";
import { shapeText } from "../text/shape.ts";
import { wrapText } from "../text/wrap.ts";
import { writeDomain } from "../text/written-domain.ts";
import { writeStatedDate } from "../text/written-time.ts";
import { verifyPage } from "../verify-url.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { Flow, type Layout, type PlacedLine } from "./flow.ts";
import { columnWidth, type Paper, papers } from "./paper.ts";
import { placed, plain, Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import { type Wording, wordings } from "./wording.ts";

const floor = 64;
/** 45 mm. */
const codeSide = 127.6;
/**
 * 2.75 dots at 90 dpi, so that the code can be read from such a print wherever the dots lie, also if a dot is black as
 * soon as a module touches it, and from a fax.
 */
const smallestModule = 2.2;
/** The width of the column for the red seal, to the right of the code. */
const sealWidth = 98;

/** The text of the heading, the code, headers and footers. */
export type PageFacts = Pick<
  CertificateFacts,
  | "productName"
  | "origin"
  | "serialNumber"
  | "clientName"
  | "identity"
  | "documentName"
  | "time"
  | "timeZone"
  | "language"
  | "ownershipConfirmedAt"
  | "originalDate"
  | "otherParties"
  | "paper"
>;
type PageWording = Omit<
  Wording,
  "attests" | "limits" | "timeStamp" | "notes" | "fingerprints" | "original" | "stampedCopy" | "inside"
>;

/** What differs between the kinds of certificates. */
type PageParts = {
  /** Between the heading and the client's claims. */
  meaning: (sheet: Sheet) => void;
  /** Below the code on the first page. */
  foot: (sheet: Sheet) => void;
  /** The number of pages that follow, for the page numbers. */
  furtherPages: number;
};

/** Lays out a whole certificate. */
export function layOutCertificate(facts: CertificateFacts, code: QrCode): Layout {
  const text = wordings[facts.language ?? "en"];
  return layOutPages(facts, code, text, {
    meaning: (sheet) => addMeaning(sheet, facts, text),
    foot: (sheet) => addFiles(sheet, facts, text),
    furtherPages: 0,
  });
}

/** The first page ends with the code, the seal and a footer; longer text continues on further pages. */
export function layOutPages(facts: PageFacts, code: QrCode, text: PageWording, parts: PageParts): Layout {
  const paper = papers[facts.paper ?? "letter"];
  const top = paper.height - 56;
  const foot = layOutFoot(parts.foot, text, paper);
  const row = layOutVerification(facts, code, text, paper, floor + foot.height + 10);
  const footTop = row.top + 6;
  const layOutSheet = (scale: number) => {
    const flow = new Flow((index) => (index === 0 ? { top, floor: footTop + 8 } : { top: top - 18, floor }));
    const sheet = new Sheet(text.continued, flow, paper, scale);
    addHead(sheet, facts, text);
    parts.meaning(sheet);
    addClaims(sheet, facts, text);
    return sheet;
  };
  const sheet = layOutOnOnePage(layOutSheet) ?? layOutSheet(1);
  sheet.spread();
  const pages = sheet.flow.page + 1;
  const elements = [...sheet.elements, ...row.elements, ...foot.elements];
  const stated = statedPages(sheet);
  return {
    paper,
    pages,
    language: facts.language ?? "en",
    elements,
    running: [
      ...sheet.bars,
      ...Array.from({ length: pages }, (_, index) =>
        writeRunningLines(facts, text, paper, index, pages + parts.furtherPages, stated.has(index)),
      ).flat(),
    ],
    rules: [...sheet.rules, ...[footTop, floor + foot.height + 4].map((y) => hairline(paper, y))],
    seal: row.seal,
  };
}

/** A little too much text is set smaller rather than continued on a second page; the last is the smallest readable. */
const scales = [1, 0.94, 0.88, 0.82];

function layOutOnOnePage(layOutSheet: (scale: number) => Sheet): Sheet | undefined {
  for (const scale of scales) {
    const sheet = layOutSheet(scale);
    if (sheet.flow.page === 0) return sheet;
  }
  return undefined;
}

const hairline = (paper: Paper, y: number) => ({
  page: 0,
  x: paper.left,
  y,
  length: columnWidth(paper),
  color: "hair" as const,
});

/** The date is larger than the names and the document, because it is what a certificate attests. */
function addHead(sheet: Sheet, facts: PageFacts, text: PageWording): void {
  const caption = { size: 9, color: "muted" } as const;
  const name = (words: string, size: number) => {
    const quoted = `“${statedName(withoutQuotes(words), maxNameWidth, "serif")}”`;
    const style = { color: "ink", face: "serif", isStated: true } as const;
    sheet.centered("P", quoted, { ...style, size: findNameSize(quoted, size, columnWidth(sheet.paper)) }, 1);
  };
  sheet.centered("P", facts.productName, { size: 12, color: "accent", face: "sans-bold" }, 0);
  sheet.centered("H1", text.title, { size: 27, color: "ink", face: "serif", leading: 1.1 }, 2);
  sheet.redRule(72);
  const serial = `${text.serialNumber} ${facts.serialNumber}`;
  sheet.centered("P", serial, { size: 10.5, color: "accent", face: "sans-bold" }, 6);
  if (facts.clientName !== null) {
    sheet.centered("P", text.issuedTo, caption, 9);
    name(facts.clientName, 17);
    addIdentity(sheet, facts, text);
  }
  sheet.centered("P", text.forDocument, caption, 7);
  name(facts.documentName, 15);
  sheet.centered("P", `(${text.stated(facts.clientName !== null)})`, { size: 7.5, color: "muted" }, 1.5);
  sheet.centered("P", text.stampedOn, caption, 8);
  sheet.centered("P", text.date(facts), { size: 33, color: "ink", face: "serif", leading: 1.05 }, 0);
  sheet.centered("P", text.clock(facts), { size: 17, color: "ink", face: "serif" }, 1);
  sheet.centered("P", text.universal(facts.time), { size: 10, color: "muted" }, 2);
  sheet.skip(4);
}

/** The office, which is stated as the client is, and what was checked: each with the day on which it was. */
function addIdentity(sheet: Sheet, { identity, language }: PageFacts, text: PageWording): void {
  const { office, domain, email } = identity ?? {};
  if (office !== undefined) {
    const words = `${text.forOffice} “${statedName(withoutQuotes(office), maxNameWidth, "serif")}”`;
    const style = { color: "ink", face: "serif", isStated: true } as const;
    sheet.centered("P", words, { ...style, size: findNameSize(words, 12, columnWidth(sheet.paper)) }, 1);
  }
  const checked = { size: 9, color: "ink" } as const;
  if (domain)
    sheet.centered(
      "P",
      text.domain(writeDomain(domain.name), writeStatedDate(domain.on, language)),
      checked,
      1,
    );
  if (email) sheet.centered("P", text.email(email.address, writeStatedDate(email.on, language)), checked, 0);
}

/** A name is set smaller and on more lines rather than cut. */
const nameSizes = [
  { size: 17, lines: 1 },
  { size: 15, lines: 1 },
  { size: 13, lines: 1 },
  { size: 12, lines: 2 },
  { size: 10.5, lines: 2 },
];
const smallestName = { size: 9, lines: 3 };
/** In em. Only names of many wide letters are longer; the evidence pack and the file's metadata have the full name. */
const maxNameWidth = (smallestName.lines * (columnWidth(papers.a4) - 30)) / smallestName.size - 6;

function findNameSize(name: string, largest: number, column: number): number {
  const width = shapeText(name, { face: "serif" }).width;
  const available = column - 30;
  // Two lines are rarely filled to their ends.
  const fits = ({ size, lines }: { size: number; lines: number }) =>
    size <= largest && width * size <= available * (lines === 1 ? 1 : lines * 0.93);
  return (nameSizes.find(fits) ?? smallestName).size;
}

function addMeaning(sheet: Sheet, facts: CertificateFacts, text: Wording): void {
  sheet.heading(text.says);
  for (const [label, write] of [text.attests, text.limits]) sheet.row(label, [write(facts)]);
  const [label, write] = text.timeStamp;
  sheet.row(label, write(facts));
  if (facts.notes.length > 0) sheet.row(text.notes, facts.notes);
}

function addClaims(sheet: Sheet, facts: PageFacts, text: PageWording): void {
  const { ownershipConfirmedAt: confirmed, originalDate, otherParties, timeZone } = facts;
  if (confirmed === null && originalDate === null && otherParties === null) return;
  sheet.heading(text.statedByClient);
  const [label, write] = text.ownership;
  if (confirmed !== null) sheet.row(label, [write({ time: confirmed, timeZone })]);
  if (originalDate !== null)
    sheet.row(text.originallyCreated, [{ stated: writeStatedDate(originalDate, facts.language) }]);
  if (otherParties !== null) sheet.row(text.otherParties, [{ stated: otherParties }]);
}

/** The files and their fingerprints. */
function addFiles(sheet: Sheet, facts: CertificateFacts, text: Wording): void {
  const [original, writeOriginal] = text.original;
  const [copy, writeCopy] = text.stampedCopy;
  const inside = facts.originalKept ? `, ${text.inside}` : "";
  sheet.heading(text.fingerprints);
  sheet.row(original, [writeOriginal(facts), { fingerprint: facts.originalSha256 }]);
  sheet.row(copy, [`${writeCopy(facts)}${inside}`, { fingerprint: facts.stampedSha256 }]);
}

/** The content of the first page's footer, and its height. */
function layOutFoot(add: (sheet: Sheet) => void, text: PageWording, paper: Paper) {
  const flow = new Flow(() => ({ top: 0, floor: Number.NEGATIVE_INFINITY }));
  const sheet = new Sheet(text.continued, flow, paper);
  add(sheet);
  const height = -sheet.flow.y;
  for (const line of sheet.elements.flatMap(({ lines }) => lines)) line.y += floor + height;
  return { elements: sheet.elements, height };
}

/** The code, its instructions and the seal, in a row that starts at `bottom`. */
function layOutVerification(facts: PageFacts, code: QrCode, text: PageWording, paper: Paper, bottom: number) {
  const side = Math.max(codeSide, code.size * smallestModule);
  const quiet = (quietModules * side) / code.size;
  const textLeft = paper.left + side + quiet + 14;
  const maxWidth = paper.right - textLeft;
  const url = verifyPage(facts.origin, facts.serialNumber);
  const style = { ...plain, color: "accent", face: "sans-bold" } as const;
  const steps = wrapText(text.verifySteps, { ...plain, maxWidth: maxWidth - sealWidth });
  const address = wrapText(url, { size: plain.size, maxWidth, face: style.face });
  const words = 14 + 16 + (steps.length - 1) * 11 + 16 + (address.length - 1) * 11 + 6;
  const height = Math.max(side + 2 * quiet, words);
  let y = bottom + height - (height - words) / 2;
  const line = (leading: number) => {
    y -= leading;
    return { page: 0, y };
  };
  const codeBottom = bottom + (height - side) / 2;
  const elements: Layout["elements"] = [
    {
      tag: "Figure",
      lines: [],
      air: 0,
      picture: {
        page: 0,
        operators: drawQrCode(code, paper.left, codeBottom, side),
        box: [paper.left, codeBottom, paper.left + side, codeBottom + side],
      },
      alt: text.codeDescription(url),
    },
    {
      tag: "H2",
      air: 0,
      lines: [
        placed(shapeText(text.verify, { face: style.face }), textLeft, line(14), { ...style, size: 11.5 }),
      ],
    },
    {
      tag: "P",
      air: 0,
      lines: steps.map((step, index) => placed(step, textLeft, line(index === 0 ? 16 : 11), plain)),
    },
    {
      tag: "Link",
      air: 0,
      alt: text.linkDescription,
      url,
      lines: address.map((part, index) => ({
        ...placed(part, textLeft, line(index === 0 ? 16 : 11), style),
        blankAfter: false,
      })),
    },
  ];
  // The address may extend below the seal.
  const seal = { x: paper.right - sealWidth / 2 + 6, y: bottom + height * 0.64 };
  return { elements, top: bottom + height, seal };
}

/** The pages with the client's words. */
function statedPages({ elements }: Sheet): Set<number> {
  return new Set(
    elements.flatMap(({ lines }) => lines.flatMap((line) => (line.isStated ? [line.page] : []))),
  );
}

/**
 * The text in a page's margins: its number and, from the second page on, the certificate it continues and whose words
 * are on it.
 */
export function writeRunningLines(
  facts: Pick<PageFacts, "serialNumber">,
  text: Pick<PageWording, "title" | "pageOf" | "continued" | "statedByClient">,
  paper: Paper,
  index: number,
  pages: number,
  isStated: boolean,
): PlacedLine[] {
  const centered = (words: string, y: number, face: "sans" | "sans-bold" = "sans") => {
    const style = { size: 7.5, color: "muted", face } as const;
    const line = shapeText(words, { face });
    return placed(line, (paper.framed - line.width * style.size) / 2, { page: index, y }, style);
  };
  const title = `${text.title} ${facts.serialNumber}`;
  return [
    centered(`${title} · ${text.pageOf(index + 1, pages)}`, 50),
    ...(index > 0 ? [centered(text.continued(title), paper.height - 58)] : []),
    ...(index > 0 && isStated ? [centered(text.statedByClient, paper.height - 70, "sans-bold")] : []),
  ];
}
