import { describeTime } from "../../src/evidence/verifier/time-sentences.ts";
import { writeDomain } from "../../src/formats/text/written-domain.ts";
import "../lib/schemas-without-eval.ts";
import { decodeBase64 } from "../../src/evidence/tlog/base64.ts";
import { readGivenFiles } from "../../src/evidence/verifier/read-given-files.ts";
import { subjectOf } from "../../src/evidence/verifier/record-evidence.ts";
import type { Report } from "../../src/evidence/verifier/report.ts";
import { sayStage } from "../../src/evidence/verifier/stage.ts";
import { readTrust, trustTextsSchema } from "../../src/evidence/verifier/trust.ts";
import { verifyFiles, verifyOneByOne } from "../../src/evidence/verifier/verify-files.ts";
import { writeUtc } from "../../src/evidence/written-time.ts";
import { verificationViewSchema } from "../../src/features/verification/verification.output.schema.ts";
import { type Language, languageCodes } from "../../src/formats/languages.ts";
import { knownEvidence } from "../features/verification/known-evidence.ts";
import { decisiveFinding } from "../features/verification/record-finding.ts";
import { type CodeVerdict, checkCode, verifyCode } from "../features/verification/verify-code.ts";
import { readFragment } from "../lib/fragment.ts";
import { languages, readersLanguage, rememberLanguage } from "../texts/language.ts";
import { recordWords } from "./record-words.ts";
import { keepTimesWhole, showReport } from "./show-report.ts";
import { takeFiles } from "./take-files.ts";
import { words } from "./words.ts";

/**
 * The script of a published record: shows one language, checks who confirms the time, the QR code that led here, and
 * the reader's files, with the same verifier as the server's record page. Nothing leaves the page.
 */
const element = (id: string) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no "${id}".`);
  return found;
};

const [zone, input, status, results] = ["zone", "files", "status", "results"].map(element);
/** Set by keys.js, which comes before this script. */
const keys: unknown = Reflect.get(globalThis, "attestampKeys");
const texts = trustTextsSchema.parse(keys ?? { name: "" });
const trust = readTrust(texts);
const record = readRecord();
const lookup = { state: "found", record } as const;
let headers: Uint8Array | undefined;
let language = readersLanguage();
/** The latest check of files; the answers follow the reader's language. */
let reports: Report[] = [];
let said: (language: Language) => string = () => "";

const buttons = languageCodes.map((code) => {
  const button = document.createElement("button");
  button.type = "button";
  button.lang = code;
  button.textContent = languages[code];
  button.addEventListener("click", () => {
    language = code;
    rememberLanguage(code);
    show();
  });
  return button;
});
element("languages").append(...buttons);
/** The record with its evidence, which is in the links of the page. */
function readRecord() {
  const { renewed, ...facts }: Record<string, unknown> = JSON.parse(element("record").textContent ?? "");
  const parts = (name: string) =>
    [...document.querySelectorAll<HTMLAnchorElement>(`a[data-part="${name}"]`)].map((link) => ({
      about: link.dataset.about,
      base64: link.href.slice(link.href.indexOf(",") + 1),
    }));
  const text = (name: string) =>
    parts(name).map(({ base64 }) => new TextDecoder().decode(decodeBase64(base64) ?? new Uint8Array()))[0];
  const [attestation, receipt] = [text("attestation"), text("receipt")];
  const [tokens, [proof]] = [parts("token").map(({ base64 }) => base64), parts("proof")];
  const [renewal] = parts("renewed");
  const witnessed = { tokens, ...(proof && { proof: proof.base64 }), blocks: "" };
  return verificationViewSchema.parse({
    ...facts,
    ...(renewal && { renewed: { ...Object(renewed), record: renewal.base64 } }),
    ...(attestation !== undefined && { attestation }),
    ...(receipt !== undefined && { receipt }),
    timeStamps: parts("time-stamp").map(({ about, base64 }) => ({ about, isOutside: false, token: base64 })),
    ...(tokens.length > 0 || proof ? { witnessed } : {}),
  });
}

/**
 * The headers of the record's block, from the file that records share; a page on a disk cannot read it. The link then
 * leads to this record's own part.
 */
async function loadHeaders(): Promise<void> {
  const link = document.querySelector<HTMLAnchorElement>('a[data-part="headers"]');
  if (!link || !location.protocol.startsWith("http")) return;
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) return;
    headers = new Uint8Array(await answer.arrayBuffer()).slice(Number(link.dataset.skip));
    link.href = URL.createObjectURL(new Blob([Uint8Array.from(headers)]));
  } catch {
    // Without them, the answers say that the block is not confirmed here.
  }
}

/** A record without names takes the statement of the QR code, if the service signed it for this record. */
const evidence = () =>
  knownEvidence(lookup, codeVerdict()?.kind === "matches" ? readFragment(location.hash) : "", headers);

function codeVerdict(): CodeVerdict | undefined {
  const code = readFragment(location.hash);
  return code === "" ? undefined : verifyCode(checkCode(code, trust.jwks), lookup);
}

function show(): void {
  document.documentElement.lang = language;
  document.documentElement.dataset.language = language;
  for (const button of buttons) button.setAttribute("aria-pressed", String(button.lang === language));
  showTime();
  showCode();
  status?.replaceChildren(said(language));
  results?.replaceChildren(...reports.map((report) => showReport(report, words[language])));
}

function showTime(): void {
  const [report] = verifyFiles([subjectOf(record)], evidence(), trust, new Date());
  if (!report) return;
  const finding = decisiveFinding(report, record);
  for (const place of document.querySelectorAll(".time")) {
    const { write, stages } = words[language];
    const said = [...describeTime(finding).map(write), sayStage(finding, stages)].join(" ").trim();
    place.replaceChildren(...keepTimesWhole(said));
    place.className = `time ${finding.verdict}`;
  }
}

const toneOf: Record<CodeVerdict["kind"], string> = {
  matches: "passed",
  alone: "passed",
  notOnRecord: "passed",
  differs: "failed",
  forged: "failed",
  beforeKey: "failed",
  endedKey: "indeterminate",
  unknownKey: "indeterminate",
};

/** What the QR code states, once its signature is checked: names that the record may not have. */
function showCode(): void {
  const place = element("code");
  place.replaceChildren();
  const verdict = codeVerdict();
  if (!verdict) return;
  const { code: sentences, serial, name, client, time, ...said } = recordWords[language];
  const section = document.createElement("section");
  section.className = toneOf[verdict.kind];
  section.append(line("p", sentences[verdict.kind](texts.name)));
  if ("attestation" in verdict) {
    const { attestation } = verdict;
    const facts = [
      [serial, attestation.serial],
      [name, attestation.name],
      ...(attestation.client === undefined ? [] : [[client, attestation.client]]),
      ...(attestation.office === undefined ? [] : [[said.office, attestation.office]]),
      ...(attestation.domain
        ? [[said.domain, said.domainOn(writeDomain(attestation.domain.name), attestation.domain.on)]]
        : []),
      ...(attestation.email
        ? [[said.email, said.emailOn(attestation.email.address, attestation.email.on)]]
        : []),
      [time, writeUtc(new Date(attestation.time))],
    ];
    const list = document.createElement("dl");
    list.append(...facts.flatMap(([term = "", value = ""]) => [line("dt", term), line("dd", value)]));
    section.append(list);
  }
  place.append(section);
}

/** Text is inserted as text, so a name cannot contain markup. */
function line(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

let latest: File[] = [];

/** Checks files one after the other, so that the page responds in between. */
async function check(files: File[]): Promise<void> {
  if (files.length === 0) return;
  latest = files;
  const names = files.map(({ name }) => name);
  answer([], (code) => words[code].checking);
  try {
    const given = await readGivenFiles(files.map((content) => ({ name: content.name, content })));
    if (latest !== files) return;
    if ("unreadable" in given) return answer([], (code) => words[code].unreadable(given.unreadable));
    const found: Report[] = [];
    for (const report of verifyOneByOne(given, evidence(), trust, new Date())) {
      found.push(report);
      await new Promise((resolve) => setTimeout(resolve));
      if (latest !== files) return;
    }
    answer(found, (code) => words[code].checked(names.join(", ")));
  } catch {
    if (latest === files) answer([], (code) => words[code].failed);
  }
}

function answer(found: Report[], sentence: (language: Language) => string): void {
  [reports, said] = [found, sentence];
  show();
}

takeFiles(zone, input, (files) => void check(files));
window.addEventListener("hashchange", show);
show();
void loadHeaders().then(show);
