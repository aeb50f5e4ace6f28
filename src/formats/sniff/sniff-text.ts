import { AppError } from "../../errors.ts";
import { fileTypes } from "../file-types.ts";
import type { ReadAt } from "../read-at.ts";
import { listEntries, readSmallPart, withZip } from "./sniff-word-package.ts";

const passwordProtected = {
  code: "document-password-protected",
  text: "This document is password protected. Please remove the password and upload it again.",
} as const;

/** The first entry of an OpenDocument package is its type, uncompressed (OpenDocument 1.3 part 2, 3.3). */
const typeAt = { name: 30, content: 38 };
/** The bytes at the start of a file that show whether it is one. */
export const openDocumentStart = typeAt.content + fileTypes.odt.length;

/**
 * Whether a file is an OpenDocument text. Throws AppError `unsupported` if its manifest lists encrypted parts
 * (OpenDocument 1.3 part 2, 4.8.3).
 */
export async function isOpenDocumentText(head: Buffer, path: string): Promise<boolean> {
  if (!beginsAsOpenDocumentText(head)) return false;
  const manifest = await withZip(path, async (zip) => {
    const entries = await listEntries(zip);
    return readSmallPart(
      zip,
      entries.find(({ fileName }) => fileName === "META-INF/manifest.xml"),
    );
  });
  if (/<(?:[\w.-]+:)?encryption-data\b/.test(manifest)) throw AppError.from("unsupported", passwordProtected);
  return true;
}

function beginsAsOpenDocumentText(head: Buffer): boolean {
  const size = head.length < 30 ? 0 : head.readUInt32LE(22);
  return (
    head.toString("latin1", 0, 4) === "PK\u0003\u0004" &&
    head.readUInt16LE(26) === "mimetype".length &&
    head.readUInt16LE(28) === 0 &&
    head.toString("latin1", typeAt.name, typeAt.content) === "mimetype" &&
    size === fileTypes.odt.length &&
    head.toString("latin1", typeAt.content, typeAt.content + size) === fileTypes.odt
  );
}

export const isRichText = (head: Buffer): boolean => head.toString("latin1", 0, 5) === "{\\rtf";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Characters that no text contains: controls other than tabs, line ends, form feeds, escapes and ends of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const binary = /[\x00-\x07\x0e-\x19\x1c-\x1f\x7f]/;

/**
 * The encoding of a plain text: that of its byte order mark; UTF-8, if it is valid; otherwise Windows-1252. Undefined
 * for what is no text, or another kind of document.
 */
export async function findTextEncoding(readAt: ReadAt): Promise<TextEncoding | undefined> {
  const head = await readAt(0, 4);
  const mark = head.toString("hex", 0, 2);
  if (mark === "fffe" || mark === "feff")
    return isWideText(readAt, mark === "fffe" ? "utf-16le" : "utf-16be");
  if (/^(%PDF|%!PS|\{\\rt)/.test(head.toString("latin1"))) return undefined;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let size = 0;
  for await (const piece of readPieces(readAt)) {
    size += piece.length;
    if (binary.test(piece.toString("latin1"))) return undefined;
    isUtf8 &&= decodes(decoder, piece);
  }
  if (size === 0) return undefined;
  return isUtf8 && decodes(decoder) ? "utf-8" : "windows-1252";
}

/** UTF-16 in which every character exists. */
async function isWideText(
  readAt: ReadAt,
  encoding: "utf-16le" | "utf-16be",
): Promise<TextEncoding | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const piece of readPieces(readAt)) if (!decodes(decoder, piece)) return undefined;
  return decodes(decoder) ? encoding : undefined;
}

function decodes(decoder: InstanceType<typeof TextDecoder>, piece?: Buffer): boolean {
  try {
    return !decoder.decode(piece, { stream: piece !== undefined }).includes("\0");
  } catch {
    return false;
  }
}

const pieceBytes = 1 << 20;

async function* readPieces(readAt: ReadAt): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const piece = await readAt(at, pieceBytes);
    if (piece.length === 0) return;
    yield piece;
    at += piece.length;
  }
}
