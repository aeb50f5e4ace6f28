import { acceptedTypes, fileTypes, typeExtension, withPictureExtension } from "./file-types.ts";
import { removedName } from "./removed-name.ts";
import { normalizeText } from "./text/normalize-text.ts";
import { withoutInvisible, withoutStackedMarks } from "./text/visible-text.ts";

/**
 * File names as people see them. The file store never uses them; they appear only in database rows, pages and response
 * headers.
 */

const longestName = 255;
const utf8 = new TextEncoder();
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Several spaces in a row could pass for a second column. */
const blanks = /\p{Zs}{2,}/gu;

/**
 * The uploaded name, made safe to show: no folders, NFC, no invisible characters or direction controls, single spaces,
 * at most 255 bytes of UTF-8, shortened between graphemes with the extension kept. Names in any language are kept.
 */
export function cleanFileName(sent: string): string {
  return shorten(cleanDisplayName(lastPathPart(sent)));
}

/** The name of a file with a title that a person typed: its slashes do not separate folders. */
export function fileNameFromTitle(title: string): string {
  return cleanFileName(title.replace(/[/\\]/g, "_"));
}

/** A name that a person typed and that is only shown: it keeps its slashes and its length. */
export function cleanDisplayName(typed: string): string {
  const seen = withoutInvisible(normalizeText(typed).replace(lineBreaks, ""));
  const name = normalizeText(withoutStackedMarks(seen).replace(blanks, " ")).trim();
  return name === "" || name === "." || name === ".." ? "document" : name;
}

/**
 * The name shown for a file after its owner's account is deleted: file names often contain the names of people. Only
 * the ending of a type that we know stays, since any other could be a name, as in "lease.Jane Doe".
 */
export function removedFileName(originalName: string): string {
  const ending = typeExtension(originalName);
  return ending in acceptedTypes(true) ? `${removedName}${ending}` : removedName;
}

/** The name without its extension; a name that consists only of an extension is returned unchanged. */
export function withoutExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/**
 * The download name of a stamped copy: Word and TIFF uploads become PDFs, and a picture gets the extension of what it
 * is.
 */
export function stampedFileName(originalName: string, fileType: string, stampedType: string): string {
  const becomesPdf = fileType !== stampedType && stampedType === fileTypes.pdf;
  const stem = typeExtension(originalName) === "" ? originalName : withoutExtension(originalName);
  const name = becomesPdf ? `${stem}.pdf` : withPictureExtension(originalName, stampedType);
  return `Stamped_${name}`;
}

/** The name of the stamped copy when it is downloaded from the list of documents. */
export function historyFileName(stampedName: string): string {
  return stampedName.replace(/^Stamped_/, "stamped_");
}

/** The download name of the SHA256SUMS of a collection. */
export function sha256SumsFileName(title: string): string {
  return `SHA256SUMS_${title}.txt`;
}

export function certificateFileName(originalName: string): string {
  return `Certificate_of_Affidavit_${withoutExtension(originalName)}.pdf`;
}

/**
 * Names that differ on every file system, even if it ignores case and Unicode composition: a repeated stem gets a
 * number, as in "lease (2).pdf".
 */
export function numberEqualNames(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const stem = withoutExtension(name);
    const extension = name.slice(stem.length);
    let unique = stem;
    for (let number = 2; taken.has(normalizeText(unique).toUpperCase().toLowerCase()); number++) {
      unique = `${stem} (${number})`;
    }
    taken.add(normalizeText(unique).toUpperCase().toLowerCase());
    return `${unique}${extension}`;
  });
}

/** In bytes, so that paths with a few folders stay below the 260 characters of older Windows programs. */
const maxFolderName = 60;
/** Characters that Windows forbids in names. */
const refusedByWindows = /[<>:"/\\|?*\p{Cc}]/gu;

/** In bytes, so that the prefixes of download names and a number fit into the 255 bytes of a name on disk. */
const maxPortableName = 200;

/** The name of a file that every system can unpack. Download names begin with a prefix, so no device has this name. */
export function portableFileName(name: string): string {
  return shorten(name.replace(refusedByWindows, "_"), maxPortableName);
}

/** The download name of a ZIP file with this title, made on this day. */
export function zipFileName(title: string, day: string): string {
  const name = portableFileName(title).replace(/^[. ]+|[. ]+$/g, "");
  return `${name === "" ? "documents" : name} ${day}.zip`;
}

/** A short folder name for this file that every system accepts. It needs a prefix to be unique. */
export function folderNameFor(fileName: string): string {
  const plain = withoutExtension(fileName).replace(refusedByWindows, "_");
  let kept = "";
  for (const { segment } of graphemes.segment(plain)) {
    if (utf8.encode(kept + segment).length > maxFolderName) break;
    kept += segment;
  }
  return kept.replace(/[. ]+$/, "");
}

/** The lower-case extension with its dot; "" if it has none or an unusual one. */
export function plainExtension(fileName: string): string {
  const extension = fileName.slice(withoutExtension(fileName).length).toLowerCase();
  return /^\.[a-z0-9]{1,5}$/.test(extension) ? extension : "";
}

/** The name that its owner chose for a file, with the file's extension. */
export function addExtension(displayName: string, originalName: string): string {
  const extension = originalName.slice(withoutExtension(originalName).length);
  const hasIt = displayName.toLowerCase().endsWith(extension.toLowerCase());
  return hasIt ? displayName : `${displayName}${extension}`;
}

/** The download name of an evidence pack. */
export function evidenceFileName(originalName: string): string {
  return `Evidence_${withoutExtension(originalName)}.zip`;
}

function lastPathPart(sent: string): string {
  return sent.slice(Math.max(sent.lastIndexOf("/"), sent.lastIndexOf("\\")) + 1);
}

function shorten(name: string, max = longestName): string {
  if (utf8.encode(name).length <= max) return name;
  const stem = withoutExtension(name);
  const extension = name.slice(stem.length);
  const kept = utf8.encode(extension).length <= 16 ? extension : "";
  let remaining = max - utf8.encode(kept).length;
  let short = "";
  for (const { segment } of graphemes.segment(kept === "" ? name : stem)) {
    remaining -= utf8.encode(segment).length;
    if (remaining < 0) break;
    short += segment;
  }
  return short + kept;
}
