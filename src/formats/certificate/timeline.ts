import { statedByAccount } from "../stamp/stamp-text.ts";
import { shapeText } from "../text/shape.ts";
import { universal, writeTime } from "../text/written-time.ts";
import { verifyPage } from "../verify-url.ts";
import { writeCount, writeExactSize } from "../written-size.ts";
import { DeclarationForm } from "./declaration-form.ts";
import { Flow, type PlacedLine, type Rule } from "./flow.ts";
import { stampedLetter as paper } from "./paper.ts";
import { placed, Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import { writePdf } from "./tagged-pdf.ts";

/**
 * What was attested, in lower-case hex: the SHA-256 of a document and of its stamped copy, or what the signed statement
 * of a collection says about its files. The SHA-256 of the list of a small collection would confirm a guess about its
 * files.
 */
export type AttestedContent =
  | { original: string; stamped: string }
  | { files: number; bytes: number; root: string; list: string };

/** The entries of a project, as listed in a PDF. */
export type ListFacts = {
  productName: string;
  /** Public base address of the service. */
  origin: string;
  projectName: string;
  clientName: string | null;
  /** When the list was created, in milliseconds since 1970 UTC, and the IANA zone in which that time is printed. */
  time: number;
  timeZone: string;
  entries: {
    name: string;
    serialNumber: string;
    /** The time on its stamp, in milliseconds since 1970 UTC, and the IANA zone of its stamp. */
    time: number;
    timeZone: string;
    content: AttestedContent;
    version: { number: number; of: number } | null;
    /** Whether a link recorded it; an uploaded document that looks like one is none. */
    isAcknowledgement?: boolean;
    exhibit?: string | undefined;
  }[];
  /** The list as text (evidence/timeline.ts), and the lower-case hex SHA-256 of its last line. */
  list: { text: string; chain: string };
};

/** Everything a timeline certificate says. The same facts give the same bytes. */
export type TimelineFacts = ListFacts & {
  /** The number of documents in the project that are not stamped and therefore not listed. */
  unstamped: number;
  /** Whether a declaration about all entries follows, to fill in by hand. */
  hasDeclaration: boolean;
};

/** The name of the attached list. */
const timelineListName = "timeline.jsonl";

const top = paper.height - 58;
const floor = 70;
/** In em; enough for any name in a European language. */
export const maxNameWidth = 150;

/**
 * The PDF of a timeline certificate before it is stamped and sealed: every entry in order, and the list as an
 * attachment.
 */
export function renderTimeline(facts: TimelineFacts): Promise<Uint8Array> {
  const sheet = createListSheet();
  addHead(sheet, facts);
  for (const index of facts.entries.keys()) addEntry(sheet, facts, index);
  addCommitment(sheet, facts);
  const rules = facts.hasDeclaration ? addDeclaration(sheet, facts) : [];
  return writeList(sheet, rules, facts, `Timeline of ${facts.projectName}`);
}

export function createListSheet(): Sheet {
  return new Sheet((label) => `${label}, continued`, new Flow(() => ({ top, floor })), paper);
}

/** The finished PDF with its list attached. */
export function writeList(sheet: Sheet, rules: Rule[], facts: ListFacts, title: string): Promise<Uint8Array> {
  const pages = sheet.flow.page + 1;
  const layout = {
    paper,
    pages,
    elements: sheet.elements,
    running: [...sheet.bars, ...Array.from({ length: pages }, (_, index) => writePageNumber(index, pages))],
    rules,
    language: "en" as const,
  };
  return writePdf(
    layout,
    { title, author: facts.productName, subject: facts.projectName, time: facts.time },
    {
      name: timelineListName,
      description: "The entries of this list, each with the SHA-256 of the line before it",
      bytes: Buffer.from(facts.list.text),
    },
  );
}

export const countEntries = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);
const countFiles = (count: number) => (count === 1 ? "1 file" : `${writeCount(count)} files`);

function addHead(sheet: Sheet, facts: TimelineFacts): void {
  sheet.centered("P", facts.productName, { size: 11, color: "accent", face: "sans-bold" }, 0);
  sheet.centered("H1", "Timeline", { size: 27, color: "ink", face: "serif" }, 3);
  sheet.centered(
    "P",
    `${countEntries(facts.entries.length)}, oldest first`,
    { size: 10.5, color: "accent" },
    4,
  );
  sheet.skip(6);
  addNames(sheet, facts, "Made for");
  sheet.row("Made on", [writeTime(facts), writeTime(universal(facts.time))]);
  sheet.row("It attests", [
    `Each entry below was stamped or attested by ${facts.productName} at the time next to it, and can be verified at its own address, which says whose clock that time is from. These were all stamped documents in the project when this list was made: the signed statement of this certificate contains the number of entries and a fingerprint of all of them in this order, so no entry can be changed, left out, added or moved afterward without being noticed.`,
  ]);
  sheet.row("Its limits", [
    `The project, its documents, their names and what counts as a version of what were chosen by the account. ${facts.productName} has not examined who wrote or owns the documents, or whether what they say is true. Documents that were never added to the project, or that the account removed or deleted before, are not part of it, and this list does not show whether there were any.`,
    ...(facts.unstamped > 0
      ? [
          facts.unstamped === 1
            ? "1 document in the project was not stamped when this list was made. It is not listed."
            : `${facts.unstamped} documents in the project were not stamped when this list was made. They are not listed.`,
        ]
      : []),
  ]);
}

/** The project and the client, with the note that says who stated them. */
export function addNames(sheet: Sheet, { projectName, clientName }: ListFacts, clientLabel: string): void {
  const names = [["Project", projectName], ...(clientName ? [[clientLabel, clientName]] : [])] as const;
  for (const [index, [label = "", name = ""]] of names.entries())
    sheet.row(label, [
      { stated: statedName(name, maxNameWidth) },
      ...(index === names.length - 1 ? [`(${statedByAccount})`] : []),
    ]);
}

export function addEntry(sheet: Sheet, facts: ListFacts, index: number): void {
  const entry = facts.entries[index];
  if (!entry) return;
  // The heading and the first rows stay together.
  sheet.flow.need(86);
  const number = `Entry ${index + 1} of ${facts.entries.length}`;
  sheet.heading(entry.exhibit === undefined ? number : `Exhibit ${entry.exhibit} · ${number}`);
  sheet.row("root" in entry.content ? "Attested at" : "Stamped at", [
    `${writeTime(entry)} (${writeTime(universal(entry.time))})`,
  ]);
  sheet.row("Name", [
    { stated: statedName(entry.name, maxNameWidth) },
    ...(entry.version ? [`Version ${entry.version.number} of ${entry.version.of}`] : []),
  ]);
  if (entry.isAcknowledgement)
    sheet.row("Kind", [`Acknowledgment, recorded by ${facts.productName} when someone used a link`]);
  const { content } = entry;
  if ("root" in content) {
    sheet.row("Files", [
      `${countFiles(content.files)}, ${writeExactSize(content.bytes)} in total, as stated by the account`,
    ]);
    sheet.row("Root", [{ fingerprint: content.root }]);
  } else {
    sheet.row("Original", [{ fingerprint: content.original }]);
    sheet.row("Stamped copy", [{ fingerprint: content.stamped }]);
  }
  sheet.row("Verify", [verifyPage(facts.origin, entry.serialNumber)]);
}

/** How to check the attached list. */
export function addCommitment(
  sheet: Sheet,
  { list }: ListFacts,
  statement = "the signed statement, which the certificate of this document carries in its QR code, contains it too",
): void {
  sheet.flow.need(120);
  sheet.heading("No entry left out or moved since");
  sheet.row("Last line", [{ fingerprint: list.chain }]);
  sheet.row("How it works", [
    `The file ${timelineListName} inside this PDF has one line for each entry, and each line contains the SHA-256 of the line before it. The fingerprint above is that of the last line; ${statement}.`,
  ]);
}

function addDeclaration(sheet: Sheet, facts: TimelineFacts): Rule[] {
  const form = new DeclarationForm(sheet);
  const collections = facts.entries.filter(({ content }) => "root" in content).length;
  const documents = facts.entries.length - collections;
  sheet.flow.need(sheet.flow.left + 1);
  sheet.centered("H1", "Declaration about all entries", { size: 20, color: "ink", face: "serif" }, 3);
  form.addNotice();
  form.addDeclarant();
  sheet.heading("What is declared");
  sheet.row("I declare", [
    "(cross out what does not apply)",
    ...(documents === 0
      ? []
      : [
          `that I gave the originals of ${documents === 1 ? "1 document" : `${documents} documents`} listed above, with these fingerprints (SHA-256), to ${facts.productName} to be stamped;`,
        ]),
    ...(collections === 0
      ? []
      : [
          `that I computed the fingerprints of the files in ${collections === 1 ? "1 collection" : `${collections} collections`} listed above and gave them to ${facts.productName} to be attested;`,
        ]),
    "that I was given these files and those of their evidence packs by the person named below;",
    "that I have not changed any of these files;",
    "that I checked each of them at the address next to it, with the outcome noted below.",
  ]);
  form.addOwnWords(4);
  form.addSignatures();
  return form.rules;
}

function writePageNumber(index: number, pages: number): PlacedLine {
  const line = shapeText(`page ${index + 1} of ${pages}`, { face: "sans" });
  const style = { size: 8, color: "muted" } as const;
  return placed(line, paper.right - line.width * style.size, { page: index, y: 52 }, style);
}
