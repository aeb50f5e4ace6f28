import type { ByteWriter } from "./byte-writer.ts";
import { nameText, type PdfDict } from "./values.ts";

/** Copies the entries of a dictionary unchanged, except for those left out. */
export function writeEntries(
  out: ByteWriter,
  dict: PdfDict | undefined,
  leaveOut: (key: string) => boolean,
): void {
  for (const [key, value] of dict ?? []) {
    if (!leaveOut(key)) out.text(nameText(key)).text(" ").raw(value).text(" ");
  }
}
