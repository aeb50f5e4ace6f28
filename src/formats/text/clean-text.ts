const lineBreaks = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu;

/**
 * Controls, private formatting and everything that forces a direction (embeddings, overrides, LRI, RLI): a name must
 * not be able to reorder the text next to it. Joiners are kept, and so are the first-strong isolates of `isolate`.
 */
const unsafe =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2067\u206a-\u206f\ufeff\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;

/** Splits a text into paragraphs at line breaks. */
export function splitParagraphs(text: string): string[] {
  return text.split(lineBreaks);
}

/** Text that is safe to set in one line: NFC, line breaks and tabs as spaces, no invisible reordering characters. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(lineBreaks, " ")
    .replaceAll("\t", " ")
    .replace(unsafe, "")
    .normalize("NFC");
}

/**
 * Wraps a part of a line (a name between other words) so that its direction cannot reorder the text around it: without
 * this, the digits after an Arabic name move to its other side.
 */
export function isolate(text: string): string {
  return `\u2068${text.replace(/[\u2068\u2069]/g, "")}\u2069`;
}

/** The text without the marks of `isolate`: what a reader sees and copies. */
export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, "");
}
