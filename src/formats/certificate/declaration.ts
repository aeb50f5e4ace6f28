import { statedByAccount } from "../stamp/stamp-text.ts";
import { universal, writeTime } from "../text/written-time.ts";
import { verifyPage } from "../verify-url.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { DeclarationForm } from "./declaration-form.ts";
import { Flow } from "./flow.ts";
import { letter } from "./paper.ts";
import { Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import { writePdf } from "./tagged-pdf.ts";

/** The printed text; the rest is filled in by hand. */
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

const top = letter.height - 58;
const floor = 64;
/** In em; enough for two lines. */
const maxNameWidth = 76;

/**
 * A page to print, fill in by hand and sign if a court asks for a declaration about the document. It names no law or
 * country, and says that it is not legal advice. The same facts give the same bytes.
 */
export function renderDeclaration(facts: DeclarationFacts): Promise<Uint8Array> {
  const sheet = new Sheet((label) => `${label}, continued`, new Flow(() => ({ top, floor })), letter);
  const form = new DeclarationForm(sheet);
  addHead(sheet, facts);
  form.addNotice();
  form.addDeclarant();
  sheet.heading("What is declared");
  addStatements(sheet, facts);
  form.addOwnWords(3);
  form.addSignatures();
  const layout = {
    paper: letter,
    pages: sheet.flow.page + 1,
    elements: sheet.elements,
    running: sheet.bars,
    rules: form.rules,
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
}

function addStatements(sheet: Sheet, facts: DeclarationFacts): void {
  sheet.row("The document", [
    { stated: statedName(facts.documentName, maxNameWidth) },
    `(${statedByAccount})`,
  ]);
  sheet.row("Original", [{ fingerprint: facts.originalSha256 }]);
  sheet.row("Stamped copy", [{ fingerprint: facts.stampedSha256 }]);
  sheet.row("Stamped at", [writeTime(facts), writeTime(universal(facts.time))]);
  sheet.row("I declare", [
    "(cross out what does not apply)",
    `that I gave the original with the fingerprint (SHA-256) above to ${facts.productName} to be stamped;`,
    "that I was given the original and the files of the evidence pack by the person named below;",
    "that I have not changed any of these files;",
    `that I checked them as the pack’s README describes, or at ${verifyPage(facts.origin, facts.serialNumber)}, with the outcome noted below.`,
  ]);
}
