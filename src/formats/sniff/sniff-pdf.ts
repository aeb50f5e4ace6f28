import type { ReadAt } from "../read-at.ts";

/** The number of bytes in which readers search for the header (ISO 32000-1, annex H.3, note 13). */
export const pdfStartWindow = 1_024;

/**
 * Whether a file starts as a PDF. Mail gateways, printer drivers and old Macintosh programs write words, white space,
 * control codes or a MacBinary or AppleSingle header before the PDF header, and every reader skips them. Prefixes that
 * make the file valid in another format as well are rejected: markup, or the signature of another format.
 */
export function hasPdfHeader(head: Buffer): boolean {
  const start = head.subarray(0, pdfStartWindow).indexOf("%PDF-");
  if (start < 0) return false;
  const before = head.toString("latin1", 0, start);
  // Without NUL bytes, so that text in UTF-16 is recognized too.
  const words = before.replace(byteOrderMark, "").replaceAll("\0", "");
  if (markup.test(words) || otherText.test(words)) return false;
  if (archivesAnywhere.some((signature) => before.includes(signature))) return false;
  return !otherFormats.some(([at, signature]) => before.startsWith(signature, at));
}

const byteOrderMark = /^(\u00ef\u00bb\u00bf|\u00fe\u00ff|\u00ff\u00fe)/;

const encryptName = "/Encrypt";
const chunkBytes = 1024 * 1024;

/** Whether the file may be encrypted: the name is never compressed where it counts. Reads the file in pieces. */
export async function mentionsEncryption(readAt: ReadAt, size: number): Promise<boolean> {
  // Each piece overlaps the next, because the name may cross the border between them.
  for (let offset = 0; offset < size; offset += chunkBytes) {
    const piece = await readAt(offset, chunkBytes + encryptName.length - 1);
    if (piece.includes(encryptName, 0, "latin1")) return true;
  }
  return false;
}

/** A tag, a comment, a declaration or a processing instruction at any position: browsers skip what precedes it. */
const markup = /<\s*[a-z!?/%]/i;

/** Scripts, PostScript, RTF and other formats that start with letters. White space may precede them. */
const otherText =
  /^\s*(%!|#!|\/\*|@echo|PK|MZ|ZM|GIF8|BM|II\*|MM\*|\{\\rtf|RIFF|RIFX|Rar!|OggS|fLaC|ID3|BZh|LZIP|SQLite format|wOF[F2]|OTTO|FLV|[CFZ]WS|8BPS|SIT!|StuffIt|!<arch>|07070|xar!|AT&TFORM|dex\n)/;

/** Archive programs search the whole file for these signatures. */
const archivesAnywhere = [
  "PK\x01\x02",
  "PK\x03\x04",
  "PK\x05\x06",
  "PK\x06\x06",
  "PK\x07\x08",
  "Rar!\x1a\x07",
  "7z\xbc\xaf'\x1c",
  "MSCF\0\0\0\0",
];

/** Binary signatures and their offsets. */
const otherFormats: [at: number, signature: string][] = [
  // Executables: Linux, Macintosh in both byte orders, Java and universal Macintosh, WebAssembly, LLVM.
  [0, "\x7fELF"],
  [0, "\xfe\xed\xfa\xce"],
  [0, "\xfe\xed\xfa\xcf"],
  [0, "\xce\xfa\xed\xfe"],
  [0, "\xcf\xfa\xed\xfe"],
  [0, "\xca\xfe\xba\xbe"],
  [0, "\0asm"],
  [0, "BC\xc0\xde"],
  // Older Office documents and installers.
  [0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"],
  // Pictures: PNG, JPEG, TIFF, icons and cursors, JPEG 2000, JPEG XL, DICOM.
  [0, "\x89PNG"],
  [0, "\xff\xd8\xff"],
  [0, "MM\0*"],
  [0, "MM\0+"],
  [0, "II+\0"],
  [0, "\0\0\x01\0"],
  [0, "\0\0\x02\0"],
  [0, "\0\0\0\x0cjP"],
  [0, "\0\0\0\x0cJXL"],
  [0, "\xff\x0a"],
  [128, "DICM"],
  // Video: MP4 and related formats, Matroska, MPEG.
  [4, "ftyp"],
  [0, "\x1aE\xdf\xa3"],
  [0, "\0\0\x01\xb3"],
  [0, "\0\0\x01\xba"],
  // TrueType fonts.
  [0, "\0\x01\0\0\0"],
  // Archives: gzip, compress, LHA, xz, zstd, lz4, ARJ, tar.
  [0, "\x1f\x8b"],
  [0, "\x1f\x9d"],
  [0, "\x1f\xa0"],
  [2, "-lh"],
  [0, "\xfd7zXZ"],
  [0, "(\xb5/\xfd"],
  [0, '\x04"M\x18'],
  [0, "`\xea"],
  [257, "ustar"],
];
