/**
 * What a spreadsheet takes for a formula: OWASP's list, also in full width and after spaces, which some programs skip.
 */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r\n])/;
/** Where some programs begin another cell, depending on the language of the machine, and what follows is a formula. */
const formulaInside = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

/**
 * One line of a CSV file (RFC 4180). A cell that a spreadsheet would run as a formula starts with an apostrophe, which
 * makes it text.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(",")}\r\n`;
}

function writeCell(text: string): string {
  const inside = text.replaceAll(formulaInside, "$1'");
  const harmless = formula.test(text) ? `'${inside}` : inside;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
