import type { PlanId } from "../../../db/columns/billing.ts";
import type { Language } from "../../formats/languages.ts";
import { escapeHtml } from "../../formats/text/escape-html.ts";
import type { AccountFacts } from "../accounts/own-account.service.ts";
import type { PaymentView } from "../billing/billing.output.schema.ts";
import type { Plans } from "../billing/plans.ts";
import type { DocumentView } from "../documents/documents.output.schema.ts";
import type { OfficeView } from "../offices/offices.output.schema.ts";
import type { ProjectView } from "../projects/projects.output.schema.ts";
import type { TicketView } from "../support/support.output.schema.ts";
import { exportWords } from "./export-words.ts";

/**
 * The start page of an export, in parts that are written one after another. It has no script, and loads
 * nothing.
 */

type Head = {
  productName: string;
  origin: string;
  madeAt: Date;
  account: AccountFacts;
  /** Of the export of an office. */
  office: OfficeView | undefined;
  hasChecker: boolean;
};

/** A document's file, by its path in the ZIP file. */
export type LinkedFile = { kind: "original" | "stamped" | "certificate" | "evidence"; path: string };

const style = `
:root{color-scheme:light dark;background:#fff;color:#1b272b}a{color:#0f4c5a}
@media(prefers-color-scheme:dark){:root{background:#0e1b1f;color:#e6eef0}a{color:#86d3e0}}
body{font:1rem/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{line-height:1.2}h2{margin-top:2.5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.5rem}dd{margin:0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid #8886}
td{min-width:6rem}td a{display:inline-block;margin-right:1rem}
@media(max-width:40rem){table,tbody,tr,td{display:block}thead{display:none}
tr{padding:.75rem 0;border-bottom:1px solid #8886}td{border:0;padding:.1rem 0}}
article{border-bottom:1px solid #8886;padding-bottom:1rem}article p{white-space:pre-wrap}
`;

export function pageStart(language: Language, head: Head): string {
  const words = exportWords[language];
  const { account, office, productName, origin, madeAt } = head;
  const title = words.title(productName);
  const name = [account.firstName, account.lastName].filter(Boolean).join(" ");
  const facts: [string, string][] = [
    [words.username, office ? "" : account.username],
    [words.name, name],
    [words.email, account.email ?? ""],
    [words.since, writeTime(language, account.createdAt)],
  ];
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(words.made(writeTime(language, madeAt.toISOString()), origin))}</p>
<h2>${words.account}</h2>
<dl>${facts
    .filter(([, value]) => value !== "")
    .map(([term, value]) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("")}</dl>
<p>${words.facts} ${linkTo("account.json")}</p>
${office ? `<p>${words.log} ${linkTo("log.csv")} ${linkTo("log.json")}</p>\n${listMembers(language, office)}` : ""}
${head.hasChecker ? `<p>${words.checking} ${linkTo("verify/verify.html")}</p>` : ""}
<h2>${words.documents}</h2>
`;
}

function listMembers(language: Language, { members }: OfficeView): string {
  const words = exportWords[language];
  const rows = members.map(
    ({ name, username, role, joinedAt }) =>
      `<tr><td>${escapeHtml(name)}</td><td>${escapeHtml(username)}</td><td>${words.roles[role]}</td><td>${writeTime(language, joinedAt)}</td></tr>`,
  );
  const columns = [words.name, words.username, words.role, words.since];
  return `<h2>${words.members}</h2>\n${tableStart(columns)}${rows.join("\n")}${tableEnd}`;
}

function tableStart(columns: string[]): string {
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join("");
  return `<div class="wide"><table><thead><tr>${heads}</tr></thead><tbody>\n`;
}

const tableEnd = "</tbody></table></div>\n";

/** A line of the table of documents; the first one begins the table. */
export function documentRow(
  language: Language,
  document: DocumentView,
  files: LinkedFile[],
  missing: LinkedFile["kind"][],
  isFirst: boolean,
): string {
  const words = exportWords[language];
  const start = isFirst ? tableStart([words.document, words.status, words.date, words.files]) : "";
  const nameOf = (kind: LinkedFile["kind"]) => (kind === "evidence" ? words.evidence : words.kinds[kind]);
  const evidence = files.find(({ kind }) => kind === "evidence");
  const links = [
    ...files.filter(({ kind }) => kind !== "evidence").map(({ kind, path }) => linkTo(path, nameOf(kind))),
    ...(evidence ? [linkTo(evidence.path.replace(/[^/]+$/, ""), words.evidence)] : []),
  ];
  const details = [
    ...(document.displayName === document.originalName ? [] : [document.originalName]),
    ...(document.serialNumber === null ? [] : [`${words.serialNumber} ${document.serialNumber}`]),
    ...(document.note === null ? [] : [document.note]),
  ];
  const lost = missing.length > 0 ? `<br>${words.missing(missing.map(nameOf).join(", "))}` : "";
  return `${start}<tr><td><strong>${escapeHtml(document.displayName)}</strong>${details
    .map((detail) => `<br>${escapeHtml(detail)}`)
    .join("")}</td><td>${words.statuses[document.status]}</td><td>${writeTime(
    language,
    document.processedAt ?? document.createdAt,
  )}</td><td>${links.join("")}${lost}</td></tr>
`;
}

type Rest = {
  plans: Plans;
  documents: number;
  projects: ProjectView[];
  payments: PaymentView[];
  tickets: TicketView[];
};

export function pageEnd(language: Language, { plans, documents, projects, payments, tickets }: Rest): string {
  const words = exportWords[language];
  const section = (title: string, inner: string[]) =>
    inner.length === 0 ? "" : `<h2>${title}</h2>\n${inner.join("\n")}\n`;
  const paid = payments.map(
    ({ at, plan, amount, state }) =>
      `<tr><td>${writeTime(language, at)}</td><td>${escapeHtml(namePlan(language, plan, plans))}</td><td>${writeCents(language, amount)}</td><td>${words.states[state]}</td></tr>`,
  );
  const paymentTable = `${tableStart([words.date, words.plan, words.amount, words.state])}${paid.join("\n")}${tableEnd}`;
  return `${documents === 0 ? `<p>${words.noDocuments}</p>` : tableEnd}${section(
    words.projects,
    projects.map(
      ({ name, note }) => `<article><h3>${escapeHtml(name)}</h3>${paragraph(note ?? "")}</article>`,
    ),
  )}${section(words.payments, paid.length === 0 ? [] : [paymentTable])}${section(
    words.tickets,
    tickets.map(
      ({ subject, message, createdAt, answers, resolution }) =>
        `<article><h3>${escapeHtml(subject)}</h3><small>${writeTime(language, createdAt)}</small>${paragraph(message)}${answers
          .map(
            ({ from, message, createdAt }) =>
              `<h4>${from === "support" ? words.support : words.you}, ${writeTime(language, createdAt)}</h4>${paragraph(message)}`,
          )
          .join("")}${paragraph(resolution ?? "")}</article>`,
    ),
  )}</main></body></html>
`;
}

/** A plan in the reader's language, unless the operator renamed it. */
function namePlan(language: Language, plan: PlanId, plans: Plans): string {
  const { name } = plans[plan];
  return name === exportWords.en.plans[plan] ? exportWords[language].plans[plan] : name;
}

const paragraph = (text: string) => (text === "" ? "" : `<p>${escapeHtml(text)}</p>`);

/** A link inside the ZIP file: every part of the path is escaped, so that no name leads elsewhere. */
function linkTo(path: string, label = path): string {
  const address = path.split("/").map(encodeURIComponent).join("/");
  return `<a href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;
}

function writeTime(language: Language, iso: string): string {
  const format = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(exportWords[language].locale, format).format(new Date(iso))} UTC`;
}

function writeCents(language: Language, cents: number): string {
  const format = { style: "currency", currency: "USD" } as const;
  return new Intl.NumberFormat(exportWords[language].locale, format).format(cents / 100);
}
