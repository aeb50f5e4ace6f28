import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Deps } from "../../features/deps.ts";
import type { VerificationView } from "../../features/verification/verification.schema.ts";
import { confirmationOf } from "../../features/verification/verification.service.ts";
import type { BuiltFile } from "./built-page.ts";
import { fillIn } from "./page-settings.ts";
import { unlessItFails } from "./verification.ts";

/** Written as the page's own script reads it in its address: then both mean the same record. */
const path = /^\/verify\/([\w-]+)$/;

/** What the drawing of a record has places for (web/build/placeholder-record.ts). */
export type RecordPlace = "serialNumber" | "documentName" | "clientName" | "processedDate" | "processedUtc";

/**
 * The HTML of a serial number that is on record, with the record in it: a telephone on a slow line shows it with the
 * first bytes. `drawn` has places for what is seen, and the whole answer stands behind it, so that the page asks for
 * nothing again. Undefined where the page is to ask by itself: what cannot be confirmed, or not now, or has lost its
 * client's name.
 */
export function confirmedPage(
  deps: Deps,
  drawn: BuiltFile,
  requestPath: string,
  address: string,
): Buffer<ArrayBuffer> | undefined {
  const typed = path.exec(requestPath)?.[1];
  const text = typed === undefined ? undefined : unlessItFails(() => confirmationOf(deps, typed, address));
  if (text === undefined) return undefined;
  const { serialNumber, documentName, clientName, processedDate }: VerificationView = JSON.parse(text);
  if (clientName === undefined) return undefined;
  const processedUtc = processedDate.slice(0, 19).replace("T", " ");
  const places: Record<RecordPlace, string> = {
    serialNumber,
    documentName,
    clientName,
    processedDate,
    processedUtc,
  };
  const record = `<script type="application/json" id="record">${text.replaceAll("<", "\\u003c")}</script>`;
  const html = fillIn(drawn.bytes.toString("utf8"), places);
  return Buffer.from(html.replace("<noscript>", () => `${record}<noscript>`));
}

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Compressed for one reader, so at a level that takes a few milliseconds, and on another thread. */
export async function compressed(
  bytes: Buffer<ArrayBuffer>,
  encoding: "br" | "gzip",
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "gzip") return deflate(bytes, { level: 3 });
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}
