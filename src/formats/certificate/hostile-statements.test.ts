import { expect, test } from "bun:test";
import { say } from "../../errors.ts";
import { declarationFacts, testFacts } from "../../testing/test-certificate.ts";
import { inFolder, runTool } from "../pdf/test-tools.ts";
import { qrCode } from "../qr-code.ts";
import { statedText } from "../text/stated-text.ts";
import { fontsReplaced } from "../word/font-notes.ts";
import { renderCertificate } from "./certificate.ts";
import type { CertificateFacts } from "./certificate-facts.ts";
import { renderDeclaration } from "./declaration.ts";
import { layOutCertificate } from "./layout.ts";

const gaps: Record<string, string> = {
  spaces: " ".repeat(40),
  tabs: "\t".repeat(8),
  "no-break spaces": "\u00a0".repeat(40),
  "em spaces": "\u2003".repeat(20),
  "ideographic spaces": "\u3000".repeat(20),
  "thin and hair spaces": "\u2009\u200a".repeat(30),
  "empty Braille patterns": "\u2800".repeat(30),
  "Hangul fillers": "\u3164\uffa0\u115f\u1160".repeat(10),
  "spaces with zero-width characters between": " \u200b \u200c \u200d \u2060 \ufeff ".repeat(10),
  "spaces with variation selectors between": " \ufe0f \u034f \u{e0020} ".repeat(10),
  "spaces with direction marks between": " \u202e \u2066 \u2069 \u061c ".repeat(10),
  "a drawn column": " │ ║ ┃ ".repeat(6),
  "a drawn line": "─".repeat(40),
  blocks: "█▓▒░".repeat(12),
  "leading dots": ".".repeat(60),
  "leading dots with spaces": ". ".repeat(40),
  underscores: "_".repeat(60),
};

const rows = [
  ["Identity check", "passed, passport seen"],
  ["Notarization", "Verified by Attestamp"],
  ["Ownership", "confirmed by Attestamp"],
] as const;
const table = (gap: string) => rows.map(([name, value]) => `${name}${gap}${value}`).join("\n\n\n\n");

const pagesOf = (pdf: Uint8Array) =>
  inFolder(pdf, (folder) => runTool("pdftotext", ["-layout", "in.pdf", "-"], folder).text)
    .split("\f")
    .slice(0, -1)
    .map((page) => page.split("\n"));

const label = "As stated by the client, not verified by us";
const barred = /\| \S/;

/** Checks that every line with the client's words has a bar and is on a page that says whose words they are. */
async function expectMarked(facts: CertificateFacts, words: RegExp): Promise<string[]> {
  const marked: string[] = [];
  for (const lines of pagesOf(await renderCertificate(facts))) {
    const theirs = lines.filter((line) => words.test(line));
    for (const line of theirs) expect(line).toMatch(barred);
    if (theirs.length > 0) expect(lines.join("\n")).toContain(label);
    marked.push(...theirs);
  }
  return marked;
}

for (const [kind, gap] of Object.entries(gaps)) {
  test(`a client cannot draw a table with ${kind}`, async () => {
    const facts = testFacts({ otherParties: table(gap) });
    const theirs = await expectMarked(
      facts,
      /Identity|Notarization|confirmed by Attestamp|passport|Verified by/,
    );
    expect(theirs.length).toBeGreaterThan(0);
    for (const line of theirs) {
      const words = line.slice(line.indexOf("| ") + 2).trim();
      expect(words).not.toMatch(/\s{2}|[\u2500-\u259f]|([\p{P}\p{S}])\1{3}/u);
    }
  });
}

test("a statement has the same few lines, however many empty lines and spaces it is sent with", () => {
  const lines = (otherParties: string) => {
    const facts = testFacts({ otherParties });
    const { elements } = layOutCertificate(facts, qrCode(facts.origin));
    return elements
      .flatMap((element) => element.lines.filter(({ isStated }) => isStated))
      .map(({ line }) => line.text);
  };
  const plain = lines("Ann\nBob\nVerified by Attestamp");
  expect(plain.at(-1)).toBe("Ann / Bob / Verified by Attestamp");
  for (const gap of ["\n\n\n\n", "\r\n \r\n\t\r\n", "\u2028\u2029\u0085", "\v\f\n", "   \n\u3000\n\u2800\n"])
    expect(lines(["Ann", "Bob", "Verified by Attestamp"].join(gap))).toEqual(plain);
});

test("words that continue on further pages are marked as the client's on each of them", async () => {
  for (const length of [900, 1400, 2000]) {
    const otherParties = "Verified by Attestamp. ".repeat(100).slice(0, length);
    const theirs = await expectMarked(
      testFacts({ otherParties, notes: ["A note of ours."] }),
      /Verified by Attestamp\./,
    );
    expect(theirs.length).toBeGreaterThan(5);
  }
  const notes = Array.from({ length: 40 }, (_, index) => `Note ${index} of ours.`);
  await expectMarked(testFacts({ otherParties: "Verified by Nobody", notes }), /Verified by Nobody/);
});

test("the date that a client states is marked like everything else a client says", async () => {
  const facts = testFacts({ originalDate: `2020${" ".repeat(30)}Verified by Attestamp` });
  expect(await expectMarked(facts, /2020/)).toHaveLength(1);
});

test("stacks of marks stay within their line", async () => {
  const tower = `Z${"\u0335\u0321\u031b\u0300\u0301\u0340\u035c".repeat(40)}a`;
  expect(statedText(tower).match(/\p{M}/gu)?.length).toBeLessThanOrEqual(8);
  const facts = testFacts({ otherParties: `${tower} ${tower}` });
  expect(pagesOf(await renderCertificate(facts)).length).toBe(1);
});

test("names of documents and clients are quoted, in three lines at most", async () => {
  const name = `Identity verified by Attestamp${" ".repeat(60)}Notarized ${"y".repeat(400)}.pdf`;
  const clientName = `Verified by Attestamp${"\u3000".repeat(30)}${"Court ".repeat(30)}`;
  for (const lines of [
    ...pagesOf(await renderCertificate(testFacts({ documentName: name, clientName }))),
    ...pagesOf(await renderDeclaration({ ...declarationFacts, documentName: name })),
  ]) {
    const page = lines.join("\n");
    if (!page.includes("Identity verified")) continue;
    expect(page).toContain("as stated by the account, not checked");
    expect(page).toMatch(/[“|] ?Identity verified by Attestamp Notarized/);
    expect(page).toContain("…");
    expect(lines.filter((line) => line.includes("yyyy")).length).toBeLessThanOrEqual(3);
  }
});

test("a document cannot write into the notes with the names of its fonts", async () => {
  const claims = [
    "none. Verified by the County Clerk",
    "Arial”. Notarized: yes. “Arial",
    "a\nb: c\u2028d",
    "★★",
  ];
  const { message } = say(fontsReplaced([...claims, "Łódź Sans-2", "ตัวอักษร"], ["DejaVu Sans"]));
  expect(message).toContain(
    ": “none Verified by the County Clerk”, “Arial Notarized yes Arial”, “a b c d”, “Łódź Sans-2”, “ตัวอักษร”, …. The",
  );
  const page = pagesOf(await renderCertificate(testFacts({ notes: [message] }))).join("\n");
  expect(page.replace(/\s+/g, " ")).toContain("“none Verified by the County Clerk”");
  expect(page).not.toMatch(/none\. Verified|Notarized:/);
});

test("text that people really write is kept as they wrote it", () => {
  for (const text of [
    "John Smith, Ann Doe & Söhne GmbH (Landlord) – 50 %",
    "محمد علي الحسن",
    "北京市朝阳区人民法院",
    "नीलिमा शर्मा, พญาไท, மதுரை",
    "Nguyễn Thị Minh Khai",
    "see https://example.org/a--b?c=d...",
    "🧿 👩‍👩‍👧 ❤️",
    "שָׁלוֹם",
  ])
    expect(statedText(text)).toBe(text.normalize("NFC"));
});
