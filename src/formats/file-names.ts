import { composed } from "./text/normalize-text.ts";
import { withoutTowers, withoutUnseen } from "./text/visible-text.ts";

/** Names of files as people see them. The store never uses them; they live in rows, pages and headers only. */

const longestName = 255;
const utf8 = new TextEncoder();
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Several would draw a second column. */
const blanks = /\p{Zs}{2,}/gu;

/**
 * A name as it was sent, made safe to show: no folder parts, NFC, no character that cannot be seen or turns the
 * direction of text, single blanks, at most 255 bytes of UTF-8, cut between graphemes with the extension kept. Any
 * language stays what it is.
 */
export function cleanFileName(sent: string): string {
  const seen = withoutUnseen(composed(lastPathPart(sent)).replace(lineBreaks, ""));
  const name = composed(withoutTowers(seen).replace(blanks, " ")).trim();
  return shorten(name === "" || name === "." || name === ".." ? "document" : name);
}

/** What a file is called once its owner's account is gone: people put their names into the names of their files. */
export function forgottenFileName(originalName: string): string {
  return `name-removed${originalName.slice(withoutExtension(originalName).length).toLowerCase()}`;
}

/** The name without its extension; a name that is nothing but an extension stays whole. */
function withoutExtension(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** What a stamped copy is called when it is downloaded: a Word or TIFF upload became a PDF. */
export function stampedFileName(originalName: string, fileType: string, stampedType: string): string {
  const name = fileType === stampedType ? originalName : `${withoutExtension(originalName)}.pdf`;
  return `Stamped_${name}`;
}

/** The name of the same file where it is downloaded from the list of documents. */
export function historyFileName(stampedName: string): string {
  return stampedName.replace(/^Stamped_/, "stamped_");
}

export function certificateFileName(originalName: string): string {
  return `Certificate_of_Affidavit_${withoutExtension(originalName)}.pdf`;
}

/** What an evidence pack is called when it is downloaded. */
export function evidenceFileName(originalName: string): string {
  return `Evidence_${withoutExtension(originalName)}.zip`;
}

function lastPathPart(sent: string): string {
  return sent.slice(Math.max(sent.lastIndexOf("/"), sent.lastIndexOf("\\")) + 1);
}

function shorten(name: string): string {
  if (utf8.encode(name).length <= longestName) return name;
  const stem = withoutExtension(name);
  const extension = name.slice(stem.length);
  const kept = utf8.encode(extension).length <= 16 ? extension : "";
  let room = longestName - utf8.encode(kept).length;
  let short = "";
  for (const { segment } of graphemes.segment(kept === "" ? name : stem)) {
    room -= utf8.encode(segment).length;
    if (room < 0) break;
    short += segment;
  }
  return short + kept;
}
