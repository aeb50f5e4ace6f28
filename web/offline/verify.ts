import "../lib/schemas-without-eval.ts";
import { noEvidence } from "../../src/evidence/verifier/evidence.ts";
import type { GivenFile } from "../../src/evidence/verifier/file-context.ts";
import { makeRecords } from "../../src/evidence/verifier/make-records.ts";
import { readGivenFiles } from "../../src/evidence/verifier/read-given-files.ts";
import type { Report } from "../../src/evidence/verifier/report.ts";
import { readTrust, type Trust, trustTextsSchema } from "../../src/evidence/verifier/trust.ts";
import { verifyFiles } from "../../src/evidence/verifier/verify-file.ts";
import { showName, showReport } from "./show-report.ts";

const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no "${id}".`);
  return found;
};

const trust = trustFrom(element("keys").textContent);
const [zone, input, status, results, print] = ["zone", "files", "status", "results", "print"].map(element);
element("trust").textContent = trust.roots.length
  ? `This page has the keys of ${trust.name}. You can trust them as much as the place where you got this page.`
  : "This page was saved without the keys of a service. It can tell which files belong together, but not who signed them.";

/** Verifies the files together, because one file may prove another, and announces the result. */
async function check(files: File[]): Promise<void> {
  if (files.length === 0 || !results || !status) return;
  status.textContent = "Checking…";
  results.replaceChildren();
  try {
    const given = await readGivenFiles(files.map((file) => ({ name: file.name, content: file })));
    if ("unreadable" in given) {
      status.replaceChildren("We couldn't read ", showName(given.unreadable), ".");
      return;
    }
    // Lets the browser paint the progress message first.
    await new Promise((resolve) => setTimeout(resolve, 20));
    const reports = verifyFiles(given, noEvidence, trust, new Date());
    results.replaceChildren(...reports.map(showReport));
    if (reports.some(({ kind }) => kind === "pack")) {
      for (const [index, { kind }] of reports.entries())
        if (kind === "member") results.children[index]?.append(recordButton(given, reports, index));
    }
    const names = files.flatMap(({ name }, index) => [index === 0 ? "" : ", ", showName(name)]);
    status.replaceChildren("Checked: ", ...names, ".");
    print?.removeAttribute("hidden");
  } catch {
    status.textContent = "Something went wrong. Please reload this page and try again.";
  }
}

/** Saves the evidence record of a file, which proves it without the pack; created when the button is pressed. */
function recordButton(given: GivenFile[], reports: Report[], index: number): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "no-print";
  button.textContent = "Save its evidence record (.ers)";
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
  if (input instanceof HTMLInputElement) void check([...(input.files ?? [])]);
});
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  zone?.classList.add("over");
});
document.addEventListener("dragleave", () => zone?.classList.remove("over"));
document.addEventListener("drop", (event) => {
  event.preventDefault();
  zone?.classList.remove("over");
  void check([...(event.dataTransfer?.files ?? [])]);
});
print?.addEventListener("click", () => window.print());
window.addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});

/** The keys that the server wrote into the page, if any. */
function trustFrom(json: string | null): Trust {
  return readTrust(trustTextsSchema.parse({ name: "the service", ...JSON.parse(json || "{}") }));
}
