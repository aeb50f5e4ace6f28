/** A text string in any script in PDF syntax (ISO 32000-2, 7.9.2.2). */
export function textString(text: string): string {
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}
