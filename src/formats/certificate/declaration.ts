import { statedByAccount } from "../stamp/stamp-text.ts";
import { shapeText } from "../text/shape.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { Flow, type Rule } from "./flow.ts";
import { writePdf } from "./pdf-writer.ts";
import { columnWidth, page, placed, plain, Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import { verifyPage } from "./verify-url.ts";
import { writeTime, writeUniversalTime } from "./wording.ts";

/** What the declaration says by itself; the rest is written on it by hand. */
export type DeclarationFacts = Pick<
  CertificateFacts,
  | "productName"
  | "origin"
  | "serialNumber"
  | "documentName"
  | "time"
  | "timeZone"
  | "originalSha256"
  | "stampedSha256"
>;

const top = page.height - 58;
const floor = 64;
const lineHeight = 23;
/** In em: two lines. */
const maxNameWidth = 76;

/**
 * A page to print, fill in by hand and sign where a court asks for a declaration about the document. Names no law
 * and no country, and says that it is no legal advice. The same facts give the same bytes.
 */
export function renderDeclaration(facts: DeclarationFacts): Uint8Array {
  const sheet = new Sheet(new Flow(() => ({ top, floor })), (label) => `${label}, continued`);
  const rules: Rule[] = [];
  const blank = (label: string) => rules.push(writeBlank(sheet, label));
  addHead(sheet, facts);
  sheet.heading("Who declares");
  for (const label of ["Full name", "Address", "Occupation"]) blank(label);
  sheet.flow.skip(4);
  sheet.heading("What is declared");
  addStatements(sheet, facts);
  sheet.heading("In own words, where needed");
  for (let line = 0; line < 3; line++) blank("");
  sheet.flow.skip(4);
  sheet.heading("Signature");
  sheet.row("Statement", ["I declare that the above is true to the best of my knowledge."]);
  for (const label of ["Place and date", "Signature"]) blank(label);
  sheet.flow.skip(6);
  sheet.row("Witness or notary", ["Only where the law of the place asks for one."]);
  for (const label of ["Name", "Signature"]) blank(label);
  const { width, height } = page;
  const layout = {
    width,
    height,
    pages: sheet.flow.page + 1,
    elements: sheet.elements,
    running: sheet.bars,
    rules,
    language: "en" as const,
  };
  return writePdf(layout, {
    title: `Declaration about ${facts.serialNumber}`,
    author: facts.productName,
    subject: facts.documentName,
    time: facts.time,
  });
}

function addHead(sheet: Sheet, facts: DeclarationFacts): void {
  sheet.centered("P", facts.productName, { size: 11, color: "accent", face: "sans-bold" }, 0);
  sheet.centered("H1", "Declaration", { size: 27, color: "ink", face: "serif" }, 3);
  sheet.centered("P", `about the document ${facts.serialNumber}`, { size: 10.5, color: "accent" }, 4);
  const notice =
    "A form to fill in, not legal advice. Which form a declaration must have, and before whom it must be made, depends on the place and the court. Ask a lawyer there before you use it.";
  sheet.centered("P", notice, { size: 9.5, color: "muted", face: "sans-bold" }, 6);
  sheet.flow.skip(4);
}

function addStatements(sheet: Sheet, facts: DeclarationFacts): void {
  sheet.row("The document", [
    { stated: statedName(facts.documentName, maxNameWidth) },
    `(${statedByAccount})`,
  ]);
  sheet.row("Original", [{ fingerprint: facts.originalSha256 }]);
  sheet.row("Stamped copy", [{ fingerprint: facts.stampedSha256 }]);
  sheet.row("Stamped at", [writeTime(facts), writeUniversalTime(facts.time)]);
  sheet.row("I declare", [
    "(cross out what does not apply)",
    `that I gave the original with the fingerprint (SHA-256) above to ${facts.productName} to be stamped;`,
    "that I was given the original and the files of the evidence pack by the person named below;",
    "that I have not changed any of these files;",
    `that I checked them as the pack’s README describes, or at ${verifyPage(facts.origin, facts.serialNumber)}, with the outcome noted below.`,
  ]);
}

/** A label with a line to write on. */
export function writeBlank(sheet: Sheet, label: string): Rule {
  const at = sheet.flow.next(lineHeight);
  const text =
    label === ""
      ? []
      : [placed(shapeText(label, { face: "sans" }), page.left, at, { ...plain, color: "muted" })];
  if (text.length > 0) sheet.elements.push({ tag: "P", lines: text, air: 0 });
  const indent = label === "" ? 0 : 104;
  return { page: at.page, x: page.left + indent, y: at.y - 2, length: columnWidth - indent, color: "hair" };
}
