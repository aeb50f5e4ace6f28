/** Within how many bytes readers look for the header (ISO 32000-1, annex H.3, note 13). */
export const pdfStartWindow = 1_024;

/**
 * Whether a file starts as a PDF. Plain words before the header are what mail gateways and printer drivers
 * leave there, and every reader skips them. Anything that would make the file something else as well is not
 * accepted: markup, binary data, or the signature of another format.
 */
export function holdsPdfStart(head: Buffer): boolean {
  const start = head.subarray(0, pdfStartWindow).indexOf("%PDF-");
  if (start < 0) return false;
  const before = head.toString("latin1", 0, start).replace(byteOrderMark, "");
  return harmlessText.test(before) && !otherFormats.test(before);
}

const byteOrderMark = /^(\u00ef\u00bb\u00bf|\u00fe\u00ff|\u00ff\u00fe)/;
/** White space and printable ASCII; no "<", so no markup. */
const harmlessText = /^[\t\n\f\r -;=-~]*$/;
const otherFormats = /^\s*(%!|#!|PK|MZ|GIF8|BM|II\*|\{\\rtf|RIFF|Rar!)/;
