import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ReadMail, readOutbox } from "./outbox.ts";
import { admin, jane, mei, officeName, omar, ravi, unpaidName } from "./people.ts";

const palette = readFileSync(join(import.meta.dirname, "../../../web/styles/palette.css"), "utf8");

/** The product's colors; in a narrow window each account and card has its own line. */
const style = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1, h2 { font-family: ui-serif, Georgia, serif; line-height: 1.2; }
h2 { margin-top: 2.5rem; }
a { color: var(--brand); }
th, td { text-align: left; padding: .25rem 1.5rem .25rem 0; vertical-align: top; }
th, td:not(:last-child) { white-space: nowrap; }
td:first-child { font-weight: 600; }
details { margin-top: .5rem; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
summary { cursor: pointer; }
pre { white-space: pre-wrap; font: inherit; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
@media (max-width: 40rem) {
  td { display: block; }
  td:last-child { padding-bottom: 1rem; }
  th { display: none; }
}
`;

export const tourPath = "/demo";

const accounts = [
  {
    ...jane,
    shows: "a free plan that is used up; stamped, failed and waiting documents, tickets, a referral code",
  },
  {
    ...omar,
    shows: `a subscription, three credits for coming by Jane's code, and the office ${officeName}, which pays for each member`,
  },
  { ...ravi, shows: "a document that is being stamped" },
  { ...mei, shows: "a new account with free credits, and a member of Omar's office" },
  { ...admin, shows: "the admin portal: documents, tickets, users, what administrators did" },
];

const cards = [
  ["4242 4242 4242 4242", "is charged"],
  ["4000 0000 0000 0002", "is declined"],
  ["4000 0025 0000 3155", "asks for the bank's word first"],
];

/** The demo's own page: the accounts, the test cards, and the emails that would have been sent. */
export async function tourPage(dataDir: string): Promise<string> {
  const mails = await readOutbox(dataDir);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Demo</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<style>${palette}${style}</style>
<h1>Demo: nothing here is real</h1>
<p>Everything is in a folder of its own and is deleted when the demo ends. <a href="/">To the product</a></p>
<h2>Accounts</h2><table><tr><th>Username<th>Password<th>Shows</tr>
${accounts.map((one) => row([one.username, one.password, one.shows])).join("\n")}</table>
<h2>Payments</h2>
<p>For one document: sign in as ${jane.username}, choose “Continue” next to “${unpaidName}”, then “Stamp this document”.
For a plan: <a href="/subscription">Subscription</a>. Any date to come and any security code will do; no bank is asked.</p><table>
${cards.map(row).join("\n")}</table>
<h2>Mails</h2><p>None was actually sent. Newest first; reload the page to see new ones.</p>
${mails.map(letter).join("\n")}</html>`;
}

function letter({ to, subject, text, attachments }: ReadMail): string {
  const files = attachments.length > 0 ? `<p>Attached: ${escaped(attachments.join(", "))}</p>` : "";
  return `<details><summary>${escaped(`${to}: ${subject}`)}</summary><pre>${linked(text)}</pre>${files}</details>`;
}

function row(cells: string[]): string {
  return `<tr>${cells.map((cell) => `<td>${escaped(cell)}`).join("")}</tr>`;
}

function linked(text: string): string {
  return escaped(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
