/** A carriage return would be read as a line feed (XML 1.0, 2.11). */
const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
};

/** XML text without the characters XML 1.0 forbids, and without the C1 controls it discourages. */
export function escapeXml(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
  return allowed.replace(/[&<>"\r]/g, (char) => entities[char] ?? char);
}
