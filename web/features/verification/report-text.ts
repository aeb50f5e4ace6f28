import { questions, type Report } from "../../../src/evidence/verifier/report.ts";
import {
  headings,
  kindNames,
  stateNames,
  verdictNames,
  witnessNames,
} from "../../../src/evidence/verifier/sentences.ts";
import { translateServerMessage } from "../../texts/translation.ts";
import { verificationMessages } from "./messages.ts";

const text = verificationMessages.file;

/**
 * What a judged file is compared with: a record names all three, a QR code two, and without either there is nothing.
 */
export type Known = "record" | "code" | "nothing";

/** What a file is, in a few words; `text` is missing where its lines say it all. */
export function titleOf({ kind, lines }: Report, known: Known): { title: string; text?: string } {
  if (known === "nothing" && (kind === "stamped" || kind === "unknown")) {
    return { title: kind === "stamped" ? text.sealed : translateServerMessage(kindNames.unknown) };
  }
  if (known === "nothing" && kind === "certificate") return { title: text.sealedCertificate };
  switch (kind) {
    case "original":
    case "stamped":
    case "certificate":
      return lines.unchanged.verdict === "good" ? text.outcomes[kind] : noneOf(known);
    case "unknown":
      return noneOf(known);
    default:
      return { title: translateServerMessage(kindNames[kind]) };
  }
}

const noneOf = (known: Known) => text.outcomes[known === "code" ? "noneOfTwo" : "none"];

/** The four lines in one breath, for who hears the page. */
export function announcementOf({ name, lines }: Report): string {
  const said = questions.map((question) => {
    const { verdict, sentence, witnesses = [] } = lines[question];
    const seen = witnesses.map(
      ({ kind, state }) =>
        ` ${translateServerMessage(witnessNames[kind])}: ${translateServerMessage(stateNames[state])}.`,
    );
    return `${translateServerMessage(headings[question])} ${translateServerMessage(verdictNames[verdict])}. ${translateServerMessage(sentence)}${seen.join("")}`;
  });
  return `${name}. ${said.join(" ")}`;
}
