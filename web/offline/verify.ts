import "../lib/schemas-without-eval.ts";
import { noEvidence } from "../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../src/evidence/verifier/file-context.ts";
import { makeRecords } from "../../src/evidence/verifier/make-records.ts";
import { readGivenFiles } from "../../src/evidence/verifier/read-given-files.ts";
import type { Report } from "../../src/evidence/verifier/report.ts";
import { overallVerdict } from "../../src/evidence/verifier/summary.ts";
import { readTrust, type Trust, trustTextsSchema } from "../../src/evidence/verifier/trust.ts";
import { verifyFiles } from "../../src/evidence/verifier/verify-file.ts";
import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { languages, readersLanguage, rememberLanguage } from "../texts/language.ts";
import { showName, showReport } from "./show-report.ts";
import { words } from "./words.ts";

/** The latest check, in no language, so that the reader can change the language without checking again. */
type Check =
  | { state: "none" | "checking" | "failed" }
  | { state: "unreadable"; name: string }
  | { state: "done"; names: string[]; given: GivenFile[]; reports: Report[] };

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no "${id}".`);
  return found;
};

const [zone, input, status, results, print] = ["zone", "files", "status", "results", "print"].map(element);
let language = readersLanguage();
let check: Check = { state: "none" };
const trust = trustFrom(element("keys").textContent);

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
  element("trust").textContent = trust.roots.length ? text.hasKeys(trust.name) : text.hasNoKeys;
  showCheck();
}

/** Shows and announces the latest check. */
function showCheck(): void {
  const text = words[language];
  status?.replaceChildren(...describeCheck());
  results?.replaceChildren();
  if (check.state !== "done") return;
  const { given, reports } = check;
  const hasPack = reports.some(({ kind }) => kind === "pack");
  const shown = reports.map((report, index) => {
    const article = showReport(report, text);
    if (hasPack && report.kind === "member") article.append(recordButton(given, reports, index));
    return { article, isWrong: overallVerdict(report) === "failed" };
  });
  // Below a thousand files that are right, nobody would find the one that is wrong.
  const inOrder = shown.toSorted((one, other) => Number(other.isWrong) - Number(one.isWrong));
  results?.append(...inOrder.map(({ article }) => article));
  print?.removeAttribute("hidden");
}

function describeCheck(): (string | Node)[] {
  const text = words[language];
  switch (check.state) {
    case "none":
      return [];
    case "done":
      return fillIn(
        text.checked,
        check.names.flatMap((name, index) => [index === 0 ? "" : ", ", showName(name)]),
      );
    case "unreadable":
      return fillIn(text.unreadable, [showName(check.name)]);
    default:
      return [text[check.state]];
  }
}

/** The sentence with elements in the place of the name. */
function fillIn(sentence: (name: string) => string, names: (string | Node)[]): (string | Node)[] {
  const [before = "", after = ""] = sentence("\n").split("\n");
  return [before, ...names, after];
}

/** Verifies the files together, because one file may prove another. */
async function checkFiles(files: File[]): Promise<void> {
  if (files.length === 0) return;
  const show = (latest: Check) => {
    check = latest;
    showCheck();
  };
  show({ state: "checking" });
  try {
    const given = await readGivenFiles(files.map((file) => ({ name: file.name, content: file })));
    if ("unreadable" in given) return show({ state: "unreadable", name: given.unreadable });
    // Lets the browser paint the progress message first.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const reports = verifyFiles(given, noEvidence, trust, new Date());
    show({ state: "done", names: files.map(({ name }) => name), given, reports });
  } catch {
    show({ state: "failed" });
  }
}

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

input?.addEventListener("change", () => {
  if (input instanceof HTMLInputElement) void checkFiles([...(input.files ?? [])]);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  zone?.classList.add("over");
});
document.addEventListener("dragleave", () => zone?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  zone?.classList.remove("over");
  void checkFiles([...(event.dataTransfer?.files ?? [])]);
});
print?.addEventListener("click", () => window.print());
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** The keys that the server wrote into the page, if any. */
function trustFrom(json: string | null): Trust {
  return readTrust(trustTextsSchema.parse({ name: words[language].service, ...JSON.parse(json || "{}") }));
}
