import "../lib/schemas-without-eval.ts";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { shippedLists, type TrustLists } from "../../src/evidence/trust-lists/trust-lists.ts";
import { noEvidence } from "../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../src/evidence/verifier/file-context.ts";
import { makeRecords } from "../../src/evidence/verifier/make-records.ts";
import { readGivenFiles } from "../../src/evidence/verifier/read-given-files.ts";
import { overallVerdict, type Report } from "../../src/evidence/verifier/report.ts";
import { countVerdicts, isSupporting } from "../../src/evidence/verifier/summary.ts";
import { takeTrustFiles } from "../../src/evidence/verifier/take-trust-file.ts";
import type { Text } from "../../src/evidence/verifier/text.ts";
import { readTrust, type Trust, trustTextsSchema } from "../../src/evidence/verifier/trust.ts";
import { verifyOneByOne } from "../../src/evidence/verifier/verify-files.ts";
import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { shortName } from "../../src/formats/text/quoted-name.ts";
import { chooseLocale, languages, readersLanguage, rememberLanguage } from "../texts/language.ts";
import { showName, showReport } from "./show-report.ts";
import { takeFiles } from "./take-files.ts";
import { words } from "./words.ts";

/** The latest check, independent of the language, so that the reader can change the language without checking again. */
type Check =
  | { state: "none" | "checking" | "failed" }
  | { state: "unreadable"; name: string }
  | { state: "unusable"; problem: Text }
  | {
      state: "done";
      names: string[];
      /** The names of trust files that came with other files. */
      unusedLists: string[];
      given: GivenFile[];
      reports: Report[];
      showsAll: boolean;
    };

/** How long the page may be busy between two moments in which it responds. */
const maxBusyMs = 50;
/** With more files, the total is shown and announced instead of their names. */
const maxNamed = 5;
/** With more reports, the rest is shown only when the reader wants to see all of them. */
const maxShown = 50;

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no "${id}".`);
  return found;
};

const [zone, input, status, results, print] = ["zone", "files", "status", "results", "print"].map(element);
const progress = element("progress");
let language = readersLanguage();
let check: Check = { state: "none" };
let latestFiles: File[] = [];
/** Whom the reader trusts to be independent: the lists that come with the page, or those in the named files. */
let own: { lists: TrustLists; from: string[] } = { lists: shippedLists, from: [] };

const buttons = languageCodes.map((code) => {
  const button = document.createElement("button");
  button.type = "button";
  button.lang = code;
  button.textContent = languages[code];
  button.addEventListener("click", () => speak(code));
  return button;
});
element("languages").append(...buttons);
showPage();

/** Changes the language of everything on the page, and remembers it. */
function speak(chosen: Language): void {
  language = chosen;
  rememberLanguage(chosen);
  showPage();
}

function showPage(): void {
  const text = words[language];
  document.documentElement.lang = language;
  document.title = text.title;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.lang === language));
  for (const place of document.querySelectorAll<HTMLElement>("[data-text]")) {
    const { [place.dataset.text as keyof typeof text]: sentence } = text;
    if (typeof sentence === "string") place.textContent = sentence;
  }
  const trust = readKeys();
  element("trust").textContent = trust.roots.length > 0 ? text.hasKeys(trust.name) : text.hasNoKeys;
  element("issuer").replaceChildren(...describeIssuer(trust));
  showCheck();
}

/** Where the keys are from: any service can call itself by the name of another one. */
function describeIssuer(trust: Trust): HTMLElement[] {
  const text = words[language];
  const facts = [
    ...trust.logs.slice(0, 1).map(({ name }) => [text.address, name.replace(/\/evidence\/log(\/.*)?$/, "")]),
    ...trust.roots.map(({ bytes }) => [text.root, bytesToHex(sha256(bytes))]),
  ];
  return facts.flatMap((fact) =>
    fact.map((words, at) => {
      const part = document.createElement(at === 0 ? "dt" : "dd");
      part.textContent = words;
      return part;
    }),
  );
}

/** Shows the latest check. Only the one sentence about it is announced. */
function showCheck(): void {
  const text = words[language];
  status?.replaceChildren(...describeCheck());
  results?.replaceChildren();
  if (check.state !== "done") return;
  const { given, reports, showsAll } = check;
  const hasPack = reports.some(({ kind }) => kind === "pack");
  // Below a thousand files that are right, no one would find the one that is wrong.
  const inOrder = [...reports.entries()].toSorted(([, one], [, other]) => urgency(one) - urgency(other));
  const shown = inOrder.slice(0, showsAll ? undefined : maxShown);
  for (const [index, report] of shown) {
    const article = showReport(report, text);
    if (hasPack && report.kind === "member") article.append(recordButton(given, reports, index));
    results?.append(article);
  }
  if (shown.length < reports.length) results?.append(...moreButton(shown.length, reports.length));
  print?.removeAttribute("hidden");
}

/** Wrong files come first, then unclear ones, then those that only the service vouches for. */
function urgency(report: Report): number {
  const verdict = overallVerdict(report);
  if (verdict === "failed") return 0;
  if (verdict === "indeterminate" && !isSupporting(report)) return 1;
  return verdict === "claimed" ? 2 : 3;
}

/** Says how many reports are shown, and shows the others. */
function moreButton(shown: number, all: number): HTMLElement[] {
  const text = words[language];
  const line = document.createElement("p");
  line.textContent = text.shown(writeNumber(shown), writeNumber(all));
  const button = document.createElement("button");
  button.type = "button";
  button.className = "no-print";
  button.textContent = text.showAll;
  button.addEventListener("click", () => {
    if (check.state !== "done") return;
    check = { ...check, showsAll: true };
    showCheck();
    // The button with the focus is gone: reading continues with the first report that was not shown before.
    const next = results?.children[shown]?.querySelector("h2");
    next?.setAttribute("tabindex", "-1");
    next?.focus();
  });
  return [line, button];
}

const writeNumber = (count: number) =>
  new Intl.NumberFormat(chooseLocale(language, navigator.languages)).format(count);

/** How many of the files are unchanged, and for how many of these only the service vouches for the time. */
function writeTotal(reports: Report[]): string {
  const text = words[language];
  const { passed, claimed, failed, indeterminate } = countVerdicts(reports);
  const unchanged = passed + claimed;
  return [
    text.total(writeNumber(unchanged), writeNumber(unchanged + failed + indeterminate)),
    ...(claimed > 0 ? [text.totalClaimed(claimed, writeNumber(claimed))] : []),
    ...(failed > 0 ? [text.totalChanged(failed, writeNumber(failed))] : []),
    ...(indeterminate > 0 ? [text.totalUnclear(writeNumber(indeterminate))] : []),
  ].join(" ");
}

function describeCheck(): (string | Node)[] {
  const text = words[language];
  switch (check.state) {
    case "none":
      return [];
    case "done":
      return [
        ...(check.names.length > maxNamed
          ? [writeTotal(check.reports)]
          : fillIn(
              text.checked,
              check.names.flatMap((name, index) => [index === 0 ? "" : ", ", showName(name)]),
            )),
        ...sayOfLists(text.ownLists, own.from),
        ...sayOfLists(text.unusedLists, check.unusedLists),
      ];
    case "unreadable":
      return fillIn(text.unreadable, [showName(check.name)]);
    case "unusable":
      return [text.write(check.problem)];
    default:
      return [text[check.state]];
  }
}

/** The sentence about these trust files, if there are any. */
const sayOfLists = (sentence: (names: string) => string, names: string[]): string[] =>
  names.length > 0 ? [" ", sentence(names.map(shortName).join(", "))] : [];

/** The sentence with elements in the place of the name. */
function fillIn(sentence: (name: string) => string, names: (string | Node)[]): (string | Node)[] {
  const [before = "", after = ""] = sentence("\n").split("\n");
  return [before, ...names, after];
}

/** Verifies the files together, because one file may prove another. Files that are chosen later replace them. */
async function checkFiles(files: File[]): Promise<void> {
  if (files.length === 0) return;
  latestFiles = files;
  const show = (latest: Check) => {
    if (latestFiles !== files) return;
    check = latest;
    progress.toggleAttribute("hidden", latest.state !== "checking");
    progress.removeAttribute("value");
    showCheck();
  };
  show({ state: "checking" });
  try {
    const readable = files.map((file) => ({ name: file.name, content: file }));
    const given = await readGivenFiles(readable, (percent) => {
      if (latestFiles === files) showProgress(percent / 200);
    });
    if ("unreadable" in given) return show({ state: "unreadable", name: given.unreadable });
    const taken = takeTrustFiles(given, own.lists);
    if ("problem" in taken) return show({ state: "unusable", problem: taken.problem });
    own = { lists: taken.lists, from: [...own.from, ...taken.from] };
    const trust = readKeys();
    // Lets the browser paint the progress message first.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const reports: Report[] = [];
    let busySince = performance.now();
    for (const report of verifyOneByOne(taken.files, noEvidence, trust, new Date())) {
      if (latestFiles !== files) return;
      reports.push(report);
      if (performance.now() - busySince < maxBusyMs) continue;
      showProgress(0.5 + reports.length / taken.files.length / 2);
      await new Promise((resolve) => setTimeout(resolve));
      busySince = performance.now();
    }
    show({
      state: "done",
      names: files.map(({ name }) => name),
      unusedLists: taken.unused,
      given: taken.files,
      reports,
      showsAll: false,
    });
  } catch {
    show({ state: "failed" });
  }
}

/** Reading is the first half, verifying the second. Reading small files reports no progress. */
const showProgress = (share: number) => progress.setAttribute("value", String(share));

/** Saves the evidence record of a file, which proves it without the pack; created when the button is pressed. */
function recordButton(given: GivenFile[], reports: Report[], index: number): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "no-print";
  button.textContent = words[language].saveRecord;
  button.addEventListener("click", () => {
    const record = makeRecords(given, reports)[index];
    if (!record) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(
      new Blob([Uint8Array.from(record)], { type: "application/octet-stream" }),
    );
    link.download = `${reports[index]?.name}.ers`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return button;
}

takeFiles(zone, input, (files) => void checkFiles(files));
print?.addEventListener("click", () => window.print());
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** The keys that the server wrote into the page, if any, as far as the reader's lists accept them. */
function readKeys(): Trust {
  const written = JSON.parse(element("keys").textContent || "{}");
  return readTrust(trustTextsSchema.parse({ name: words[language].service, ...written }), own.lists);
}
