import { universal, writeTime } from "../text/written-time.ts";
import type { Sheet } from "./sheet.ts";
import { statedName } from "./stated-name.ts";
import {
  addCommitment,
  addEntry,
  addNames,
  countEntries,
  createListSheet,
  type ListFacts,
  maxNameWidth,
  writeList,
} from "./timeline.ts";

/** Everything an acknowledgment says. `time` is when the button was pressed. */
export type AcknowledgementFacts = ListFacts & {
  /** As the reader typed it before pressing the button. */
  name: string;
  message: string | null;
  /** The address that the link was made for, with most of its letters hidden. */
  recipient: string;
  /** Lower-case hex SHA-256 of a salt, a space and the full address; the owner has the salt. */
  recipientHash: string;
  /** When a mail server accepted the email with the link (ms since 1970); null unless that is certain. */
  mailedAt: number | null;
  /** Whether the owner's account has that address, too. */
  isOwnersMailbox: boolean;
  /** Whether the button was pressed from the network address from which the owner asked for it. */
  isFromRequestersAddress: boolean;
};

/**
 * The PDF of an acknowledgment before it is stamped and sealed: it states that a person with a link pressed a
 * button, and lists the documents that the page showed.
 */
export function renderAcknowledgement(facts: AcknowledgementFacts): Promise<Uint8Array> {
  const sheet = createListSheet();
  addHead(sheet, facts);
  for (const index of facts.entries.keys()) addEntry(sheet, facts, index);
  addCommitment(sheet, facts, "the signed statement of this document contains it too");
  return writeList(sheet, [], facts, `Acknowledgment of ${facts.projectName}`);
}

function addHead(sheet: Sheet, facts: AcknowledgementFacts): void {
  const { productName } = facts;
  const entries = countEntries(facts.entries.length);
  sheet.centered("P", productName, { size: 11, color: "accent", face: "sans-bold" }, 0);
  sheet.centered("H1", "Acknowledgment", { size: 27, color: "ink", face: "serif" }, 3);
  sheet.centered("P", `“I have seen this”: ${entries}`, { size: 10.5, color: "accent" }, 4);
  sheet.skip(6);
  const typed = "(as typed by the person who pressed the button, not checked)";
  const stated = (text: string, note: string) => [{ stated: statedName(text, maxNameWidth) }, note];
  addNames(sheet, facts, "Shared by");
  sheet.row("Pressed at", [writeTime(facts), writeTime(universal(facts.time))]);
  sheet.row("Name", stated(facts.name, typed));
  if (facts.message !== null) sheet.row("Message", [{ stated: facts.message }, typed]);
  sheet.row("Link", [
    facts.mailedAt === null
      ? `A link was created for ${facts.recipient}. ${productName} does not know whether it was mailed.`
      : `It was mailed to ${facts.recipient}: a mail server accepted the email on ${writeTime({ ...facts, time: facts.mailedAt })} (${writeTime(universal(facts.mailedAt))}).`,
  ]);
  if (facts.isOwnersMailbox)
    sheet.row("Whose it is", ["The account that shared the project has this address, too."]);
  sheet.row("Full address", [
    { fingerprint: facts.recipientHash },
    "This is the SHA-256 of a secret value and the full address. The account that shared the project has both and can show them.",
  ]);
  if (facts.isFromRequestersAddress)
    sheet.row("Pressed from", [
      "The network address from which the account asked for this acknowledgment. Families and offices often share one.",
    ]);
  sheet.row("It attests", [
    `Someone who had this link confirmed “I have seen this” at the time above, for exactly the ${entries} below, which the project's page showed then. This can be done only once with each link.`,
  ]);
  sheet.row("Its limits", [
    `It is a click by someone who had the link, or a request by their program, in a browser or program that the account which shared the project is not known to have used. ${productName} has not examined who that was, whether they read the documents, or whether they agree with them. The project, its documents, their names and what counts as a version of what were chosen by the account that shared it.`,
    `It is genuine only if its record page, which the QR code opens, shows it as an acknowledgment.`,
  ]);
}
