import type { Language } from "../languages.ts";
import { statedText } from "../text/stated-text.ts";
import { utcParts, writeClockWithOffset, writeDate } from "../text/written-time.ts";
import type { Stamp } from "./stamp.ts";

/** `sentence` is the specification's, before date and time in UTC, e.g. "2026-11-20 19:11:00 UTC". */
type StampWords = { sentence: string; client: string; serial: string; check: string };

const stampWords: Record<Language, StampWords> = {
  en: {
    sentence:
      "This is a Professional Document Timestamp validating by Attestation the authenticity of this document on this date: ",
    client: "stated client: ",
    serial: "Serial ",
    check: "Check it at ",
  },
  es: {
    sentence:
      "Este es un sello de tiempo profesional de documentos que valida mediante atestación la autenticidad de este documento en esta fecha: ",
    client: "cliente declarado: ",
    serial: "N.º de serie ",
    check: "Compruébelo en ",
  },
};

/** The label next to a name: it was typed at sign-up or is a file name, and no one checked it. */
export const statedByAccount = "as stated by the account, not checked";

/** The stamp's lines before wrapping. */
export function stampLines(stamp: Stamp): string[] {
  return stampParagraphs(stamp).map((groups) =>
    groups.map((parts) => parts.map(({ text }) => text).join("")).join(groupSeparator),
  );
}

/** Separates groups on one line. */
export const groupSeparator = " · ";

/** Words in one style. Facts are large; `small` words explain them. */
export type StampPart = { text: string; look: "strong" | "normal" | "small" };

/**
 * The same lines as groups that stay together if they fit, and their parts. A name is a separate part, so that its
 * script cannot change the order of the text around it.
 */
export function stampParagraphs(stamp: Stamp): StampPart[][][] {
  const { productName, time, clientName, serialNumber, origin, language = "en" } = stamp;
  const { sentence, client, serial, check } = stampWords[language];
  const [day, clock] = utcParts(time);
  const normal = (text: string): StampPart => ({ text, look: "normal" });
  const small = (text: string): StampPart => ({ text, look: "small" });
  return [
    [
      [{ text: productName, look: "strong" }],
      [normal(`${writeDate(stamp, language)},`), normal(` ${writeClockWithOffset(stamp, language)}`)],
      [small(client), normal(statedText(clientName))],
      [small(serial), { text: serialNumber, look: "strong" }],
    ],
    [
      [small(sentence), small(day), small(` ${clock}`), small(" UTC")],
      ...(origin === undefined ? [] : [[small(`${check}${new URL(origin).host}`)]]),
    ],
  ];
}
