import { statedByAccount } from "../stamp/stamp-text.ts";
import { shapeText } from "../text/shape.ts";
import { wrapText } from "../text/wrap.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { Flow, type Layout, type PlacedLine } from "./flow.ts";
import { drawQrCode, type QrCode, quietModules } from "./qr-code.ts";
import { columnWidth, page, placed, plain, Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import { verifyPage } from "./verify-url.ts";
import * as wording from "./wording.ts";

const floor = 64;
const top = page.height - 58;
/** 45 mm, and never modules so small that a printed code gets hard to scan. */
const codeSide = 127.6;
const smallestModule = 1.25;

/** Places everything a certificate says. The first page ends with the code; what is long flows to further pages. */
export function layOutCertificate(facts: CertificateFacts, code: QrCode): Layout {
  const side = Math.max(codeSide, code.size * smallestModule);
  const quiet = (quietModules * side) / code.size;
  const verifyTop = floor + side + 2 * quiet;
  const sheet = new Sheet(
    new Flow((index) => (index === 0 ? { top, floor: verifyTop + 14 } : { top: top - 22, floor })),
  );
  addHead(sheet, facts);
  addFiles(sheet, facts);
  addMeaning(sheet, facts);
  addClaims(sheet, facts);
  sheet.spread();
  const pages = sheet.flow.page + 1;
  addVerification(sheet, facts, code, { side, quiet, top: verifyTop });
  const { width, height } = page;
  const rule = { page: 0, x: page.left, y: verifyTop + 4, length: columnWidth };
  return {
    width,
    height,
    pages,
    elements: sheet.elements,
    running: [...sheet.bars, ...runningLines(facts, pages, statedPages(sheet))],
    rules: [rule],
  };
}

function addHead(sheet: Sheet, facts: CertificateFacts): void {
  const caption = { size: 8.5, color: "muted" } as const;
  const name = (text: string, size: number) => {
    const quoted = `“${statedName(text, maxNameWidth, true)}”`;
    sheet.centered("P", quoted, { size: fitting(quoted, size), color: "ink", bold: true, isStated: true }, 0);
  };
  sheet.centered("P", facts.productName, { size: 11, color: "accent", bold: true }, 0);
  sheet.centered("H1", "Certificate of Attestation", { size: 27, color: "ink" }, 3);
  sheet.centered("P", `Serial number ${facts.serialNumber}`, { size: 10.5, color: "accent" }, 4);
  if (facts.clientName !== null) {
    sheet.centered("P", `issued to (${statedByAccount})`, caption, 9);
    name(facts.clientName, 15);
  }
  sheet.centered("P", `for the document (${statedByAccount})`, caption, 6);
  name(facts.documentName, 16);
  sheet.centered("P", "stamped at", caption, 6);
  sheet.centered("P", wording.localTime(facts), { size: 11, color: "ink" }, 0);
  sheet.centered("P", wording.universalTime(facts.time), { size: 9.5, color: "muted" }, 0);
  sheet.flow.skip(5);
}

/** In em: two lines. The whole name is in the metadata of the file, and in the evidence pack. */
const maxNameWidth = 60;

/** Names that need more than a line are set smaller. */
function fitting(name: string, size: number): number {
  const length = shapeText(name, { bold: true }).width * size;
  return length < columnWidth - 30 ? size : 12;
}

function addFiles(sheet: Sheet, facts: CertificateFacts): void {
  sheet.heading("Files and their fingerprints (SHA-256)");
  sheet.row("Original", [wording.originalFile(facts), { fingerprint: facts.originalSha256 }]);
  sheet.row("Stamped copy", [wording.stampedFile(facts), { fingerprint: facts.stampedSha256 }]);
  const inside = wording.originalInside(facts);
  if (inside) sheet.row("Original inside", [inside.sentence, inside.command]);
  sheet.row("Time-stamp", wording.timeStamp(facts));
  if (facts.notes.length > 0) sheet.row("Notes", facts.notes);
}

function addMeaning(sheet: Sheet, facts: CertificateFacts): void {
  sheet.heading("What this certificate says");
  sheet.row("It attests", [wording.attested(facts)]);
  sheet.row("Its limits", [wording.notAttested(facts)]);
}

function addClaims(sheet: Sheet, facts: CertificateFacts): void {
  const ownership = wording.ownership(facts);
  if (ownership === null && facts.originalDate === null && facts.otherParties === null) return;
  sheet.heading(wording.statedByClient);
  if (ownership !== null) sheet.row("Ownership", [ownership]);
  if (facts.originalDate !== null) sheet.row("Originally created", [{ stated: facts.originalDate }]);
  if (facts.otherParties !== null) sheet.row("Other parties", [{ stated: facts.otherParties }]);
}

type Place = { side: number; quiet: number; top: number };

/** The code and how to use it, at the foot of the first page. */
function addVerification(sheet: Sheet, facts: CertificateFacts, code: QrCode, place: Place): void {
  const left = page.left;
  const bottom = floor + place.quiet;
  const textLeft = left + place.side + place.quiet + 14;
  const maxWidth = page.right - textLeft;
  let y = place.top - place.quiet - 8;
  const line = (leading: number) => {
    y -= leading;
    return { page: 0, y };
  };
  const url = verifyPage(facts.origin, facts.serialNumber);
  const style = { ...plain, color: "accent", bold: true } as const;
  sheet.elements.push(
    {
      tag: "Figure",
      lines: [],
      air: 0,
      picture: {
        page: 0,
        operators: drawQrCode(code, left, bottom, place.side),
        box: [left, bottom, left + place.side, bottom + place.side],
      },
      alt: `QR code of the verification page ${url} with the signed attestation`,
    },
    {
      tag: "H2",
      air: 0,
      lines: [
        placed(shapeText("Verify this certificate", { bold: true }), textLeft, line(0), {
          ...style,
          size: 11,
        }),
      ],
    },
    {
      tag: "P",
      air: 0,
      lines: wrapText(wording.verifySteps, { size: plain.size, maxWidth }).map((text, index) =>
        placed(text, textLeft, line(index === 0 ? 17 : 12), plain),
      ),
    },
    {
      tag: "Link",
      air: 0,
      alt: "Verification page of this certificate",
      url,
      lines: wrapText(url, { size: plain.size, maxWidth, bold: true }).map((text, index) => ({
        ...placed(text, textLeft, line(index === 0 ? 18 : 12), style),
        blankAfter: false,
      })),
    },
  );
}

/** The pages that have words of the client. */
function statedPages({ elements }: Sheet): Set<number> {
  return new Set(
    elements.flatMap(({ lines }) => lines.flatMap((line) => (line.isStated ? [line.page] : []))),
  );
}

/**
 * What stands at the edge of each page: its number, and on further pages what they belong to, and whose words are on
 * them. On the first page these have labels of their own.
 */
function runningLines(facts: CertificateFacts, pages: number, stated: ReadonlySet<number>): PlacedLine[] {
  const style = { size: 7.5, color: "muted" } as const;
  const centered = (text: string, at: { page: number; y: number }, bold = false) => {
    const line = shapeText(text, { bold });
    return placed(line, (page.width - line.width * style.size) / 2, at, style);
  };
  const title = `Certificate of Attestation ${facts.serialNumber}`;
  return Array.from({ length: pages }, (_, index) => [
    centered(`${title} · page ${index + 1} of ${pages}`, { page: index, y: 50 }),
    ...(index > 0 ? [centered(`${title}, continued`, { page: index, y: page.height - 58 })] : []),
    ...(index > 0 && stated.has(index)
      ? [centered(wording.statedByClient, { page: index, y: page.height - 70 }, true)]
      : []),
  ]).flat();
}
