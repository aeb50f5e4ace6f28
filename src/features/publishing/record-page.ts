import { writeDay, writeDayWithZone, writeTime, writeUtc } from "../../evidence/written-time.ts";
import { removedFileName } from "../../formats/file-names.ts";
import { type Language, languageCodes } from "../../formats/languages.ts";
import { isRemovedFileName } from "../../formats/removed-name.ts";
import { productTimeZone } from "../../formats/stamp/stamp.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";
import { writeDomain } from "../../formats/text/written-domain.ts";
import { writeStatedDate } from "../../formats/text/written-time.ts";
import { writeSize } from "../../formats/written-size.ts";
import type { VerificationView } from "../verification/verification.output.schema.ts";
import { type RecordWords, recordWords } from "./record-words.ts";

/** The headers of Bitcoin blocks that confirm a record: a file below the site, and how many bytes come before them. */
export type PublishedHeaders = { path: string; skip: number };

/** What a site publishes about one serial number. `hashesOnly`: the record has no names. */
export type PublishedRecord = {
  view: VerificationView;
  hashesOnly: boolean;
  headers?: PublishedHeaders | undefined;
  /** The service has ended, and another one answers for it. */
  adopted?: { origin: string; adoptedAt: Date; by: { origin: string; productName: string } } | undefined;
};

/**
 * A record without names: neither the client's nor the document's, nor the signed statement, which contains both, nor
 * its receipt, which is of use only with it.
 */
export function withoutNames(view: VerificationView): VerificationView {
  const { clientName: _, attestation: _a, receipt: _r, witnessed: _w, ...named } = view;
  const { office: _o, domain: _d, email: _e, stage: _s, documentName, ...rest } = named;
  return { ...rest, documentName: "kind" in view ? "" : removedFileName(documentName) };
}

/** For the page's script and for browsers that open it from a disk. All else is inside the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file:",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * The page of a record at verify/SERIAL/index.html, in every language. It needs no server, and no script to be read.
 * Everything that people wrote is escaped. The same record gives the same bytes.
 */
export function writeRecordPage(record: PublishedRecord, productName: string): string {
  const { serialNumber } = record.view;
  const inEach = (write: (words: RecordWords, language: Language) => string) =>
    languageCodes.map((code) => `<div lang="${code}">\n${write(recordWords[code], code)}\n</div>`).join("\n");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(`${serialNumber} · ${productName}`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../../record.css">
</head>
<body>
<main>
<div id="languages" class="no-print"></div>
<div id="code" role="status"></div>
${inEach((words, language) => writeFacts(record, productName, words, language))}
${inEach(({ check, checkText }) => `<h2>${escapeHtml(check)}</h2>\n<p>${escapeHtml(checkText)}</p>`)}
<label id="zone">
<span>${inline(({ choose }) => choose)}</span>
<input id="files" type="file" multiple>
</label>
<p id="status" role="status"></p>
<div id="results"></div>
<noscript><p>${inline(({ noScript }) => noScript)}</p></noscript>
${inEach(({ evidence, evidenceText }) => `<h2>${escapeHtml(evidence)}</h2>\n<p>${escapeHtml(evidenceText)}</p>`)}
<ul>
${listEvidence(record).map(writeLink).join("\n")}
</ul>
<p><a href="../../verify.html">${inline(({ otherPage }) => otherPage)}</a></p>
</main>
<script type="application/json" id="record">${describeFacts(record)}</script>
<script src="../../keys.js"></script>
<script src="../../record.js"></script>
</body>
</html>
`;
}

/** A sentence in every language, for places inside a line. */
const inline = (choose: (words: RecordWords) => string) =>
  languageCodes
    .map((code) => `<span lang="${code}">${escapeHtml(choose(recordWords[code]))}</span>`)
    .join(" ");

function writeFacts(
  { view, hashesOnly, adopted }: PublishedRecord,
  productName: string,
  words: RecordWords,
  language: Language,
): string {
  const { timeZone = productTimeZone, withdrawnAt } = view;
  const isCollection = "kind" in view;
  const time = new Date(view.processedDate);
  const showsName = withdrawnAt === undefined && !hashesOnly;
  const fact = (name: string, value: string, note = "") =>
    `<dt>${escapeHtml(name)}</dt>\n<dd>${escapeHtml(value)}${note && `<br><small>${escapeHtml(note)}</small>`}</dd>`;
  // With the client's name, it is what the file was called.
  const isRemoved = view.clientName === undefined && isRemovedFileName(view.documentName);
  const writeName = (name: string) =>
    isRemoved ? fact(name, words.nameRemoved) : fact(name, view.documentName, words.unchecked);
  const list = (name: string, { entries, chain }: { entries: number; chain: string }, note = "") =>
    fact(name, `${words.entries(entries)} · ${chain}`, note);
  const facts = [
    fact(words.serial, view.serialNumber),
    fact(
      words.processed,
      writeTime(time, language, timeZone),
      `${writeUtc(time)} · ${words.ownClock(productName)}`,
    ),
    isCollection && fact(words.files, words.fileCount(view.fileCount, writeSize(view.totalBytes))),
    showsName && writeName(isCollection ? words.heading : words.name),
    view.clientName !== undefined && fact(words.client, view.clientName, words.unchecked),
    view.office !== undefined && fact(words.office, view.office, words.unchecked),
    view.domain &&
      fact(
        words.domain,
        writeDomain(view.domain.name),
        words.domainNote(writeStatedDate(view.domain.on, language)),
      ),
    view.email &&
      fact(words.email, view.email.address, words.emailNote(writeStatedDate(view.email.on, language))),
    !isCollection && view.timeline && list(words.timeline, view.timeline),
    !isCollection &&
      view.acknowledgement &&
      list(words.acknowledgement, view.acknowledgement, words.acknowledgementNote),
  ];
  const prints = isCollection
    ? [fact(words.root, view.root)]
    : [fact(words.original, view.originalSha256), fact(words.stamped, view.stampedSha256)];
  const sayAdopted = ({ origin, adoptedAt, by }: NonNullable<typeof adopted>) =>
    words.adopted({
      name: productName,
      origin,
      by: by.productName,
      byOrigin: by.origin,
      day: writeDay(adoptedAt, language),
    });
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  return [
    `<h1>${escapeHtml(isCollection ? words.collection : words.document)}</h1>`,
    paragraph(isCollection ? words.collectionText(productName) : words.documentText(productName)),
    ...(adopted ? [`<p class="adopted">${escapeHtml(sayAdopted(adopted))}</p>`] : []),
    `<p class="time"></p>`,
    ...(withdrawnAt === undefined
      ? []
      : [
          `<h2>${escapeHtml(words.withdrawn(writeDayWithZone(new Date(withdrawnAt), language, timeZone)))}</h2>`,
          paragraph(words.withdrawnText),
        ]),
    `<dl>\n${facts.filter((one) => typeof one === "string").join("\n")}\n</dl>`,
    ...(hashesOnly ? [paragraph(words.hashesOnly)] : []),
    `<h2>${escapeHtml(words.fingerprints)}</h2>`,
    `<dl class="prints">\n${[...prints, fact(words.certificate, view.certificateSha256)].join("\n")}\n</dl>`,
    ...(!isCollection && view.originalKept ? [paragraph(words.kept)] : []),
    ...(adopted ? [] : [`<p class="muted">${escapeHtml(words.copy(productName))}</p>`]),
  ].join("\n");
}

/** A file of the evidence: its part of the record, and either its content or where it lies. */
type Link = {
  part: "attestation" | "receipt" | "time-stamp" | "renewed" | "token" | "proof" | "headers";
  about?: string;
  name: string;
  href: string;
  label: (words: RecordWords) => string;
  skip?: number;
};

/** Small files are inside the page, so that it is whole wherever it lies. */
const inside = (base64: string) => `data:application/octet-stream;base64,${base64}`;
const insideText = (text: string) => inside(Buffer.from(text).toString("base64"));

function listEvidence({ view, headers }: PublishedRecord): Link[] {
  const { attestation, receipt, timeStamps, renewed, witnessed } = view;
  const links: (Link | undefined | "")[] = [
    attestation && {
      part: "attestation",
      name: "attestation.jws",
      href: insideText(attestation),
      label: (words) => words.attestation,
    },
    receipt && {
      part: "receipt",
      name: "entry.tlog-proof",
      href: insideText(receipt),
      label: (words) => words.receipt,
    },
    ...timeStamps.map(({ about, isOutside, token }): Link => {
      const subject = "kind" in view ? "root" : about;
      return {
        part: "time-stamp",
        about,
        name: `${subject}${isOutside ? ".external" : ""}.tst`,
        href: inside(token),
        label: (words) => words[`${subject}Token`],
      };
    }),
    renewed && {
      part: "renewed",
      name: "attestation.ers",
      href: inside(renewed.record),
      label: (words) => words.renewed,
    },
    ...(witnessed?.tokens ?? []).map(
      (token, at): Link => ({
        part: "token",
        name: at === 0 ? "checkpoint.tst" : `checkpoint.${at + 1}.tst`,
        href: inside(token),
        label: (words) => words.checkpointToken,
      }),
    ),
    witnessed?.proof && {
      part: "proof",
      name: "checkpoint.ots",
      href: inside(witnessed.proof),
      label: (words) => words.proof,
    },
    headers && {
      part: "headers",
      name: "checkpoint.headers",
      href: `../..${headers.path}`,
      skip: headers.skip,
      label: (words) => words.headers,
    },
  ];
  return links.filter((link) => link !== undefined && link !== "");
}

function writeLink({ part, about, name, href, label, skip }: Link): string {
  const data = [
    `data-part="${part}"`,
    ...(about === undefined ? [] : [`data-about="${about}"`]),
    ...(skip === undefined ? [] : [`data-skip="${skip}"`]),
  ].join(" ");
  return `<li><a ${data} download="${name}" href="${escapeHtml(href)}">${name}</a> ${inline(label)}</li>`;
}

/** The facts for the page's script, which finds the evidence in the links. */
function describeFacts({ view, hashesOnly }: PublishedRecord): string {
  const { attestation: _a, receipt: _r, witnessed: _w, timeStamps: _t, renewed, ...facts } = view;
  const times = renewed && { renewed: { times: renewed.times } };
  return JSON.stringify({ ...facts, ...times, hashesOnly }).replaceAll("<", "\\u003c");
}
