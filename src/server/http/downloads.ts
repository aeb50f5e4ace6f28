import type { Context as HonoContext } from "hono";
import type { TokenScope } from "../../../db/columns/accounts.ts";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import { AppError } from "../../errors.ts";
import { findAccountExport } from "../../features/account-export/account-export.service.ts";
import {
  type Actor,
  requireAccountOf,
  requireActor,
  requireScope,
} from "../../features/accounts/accounts.ts";
import type { Deps } from "../../features/deps.ts";
import {
  findStampedCopy,
  openCertificate,
  readCertificate,
  readStampedCopy,
  readTimeStampReply,
} from "../../features/documents/documents.service.ts";
import { openSharedDocument } from "../../features/documents/email.service.ts";
import {
  buildSharedEvidence,
  findEvidence,
  packEvidence,
} from "../../features/documents/evidence-pack.service.ts";
import { pictureSchema, readPicture, readSharedPicture } from "../../features/documents/picture.service.ts";
import { zipSchema } from "../../features/documents/zip.schema.ts";
import { type DocumentsZip, findZip } from "../../features/documents/zip.service.ts";
import { requireOffice } from "../../features/offices/offices.service.ts";
import { getProjectName } from "../../features/projects/projects.service.ts";
import { invalidInput } from "../../features/rules.ts";
import { historyFileName } from "../../formats/file-names.ts";
import { type Language, languageCodes } from "../../formats/languages.ts";
import {
  type EvidenceFiles,
  requireIntactEvidence,
} from "../../issuing/attestations/collect-evidence.service.ts";
import type { DocumentRow } from "../../issuing/attestations/document-row.ts";
import type { ByteRange } from "../../platform/files/object-store.ts";
import type { ReadableFile } from "../../platform/files/store.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { toStream } from "../../platform/to-stream.ts";
import { readForm } from "./body.ts";
import type { BuiltPage } from "./built-page.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { HttpEnv } from "./http-env.ts";
import { wantedLanguages } from "./languages.ts";
import { queryOnce } from "./query.ts";
import { answerBrowser } from "./web.ts";
import { whileAllowed } from "./while-allowed.ts";

type Disposition = "attachment" | "inline";
type Handler = (c: HonoContext<HttpEnv, "/:id">) => Promise<Response>;

/** The policy for downloads: nothing in them may run. */
const savedPolicy = "default-src 'none'; sandbox";
/**
 * The policy for files shown in a frame of our page or in a tab: the browser's PDF viewer needs its style, and nothing
 * else.
 */
const shownPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** GET …/download: the stamped copy as a download; `?from=history` names it as in the list of documents. */
export const downloadStampedCopy: Handler = async (c) => {
  const file = await readStampedCopy(
    c.var.context.deps,
    requireScope(c.var.context.actor, "documents:read"),
    c.req.param("id"),
  );
  if (c.req.query("from") !== "history") return answerFile(c, file, "attachment");
  return answerFile(c, { ...file, fileName: historyFileName(file.fileName) }, "attachment");
};
/** GET …/certificate: the certificate as a download. */
export const downloadCertificate = serve(readCertificate, "attachment");
/** GET …/timestamp: the time-stamp over the stamped copy (.tsr) as a download. */
export const downloadTimeStamp: Handler = async (c) => {
  const owner = requireScope(c.var.context.actor, "documents:read");
  const { fileName, bytes } = await readTimeStampReply(c.var.context.deps, owner, c.req.param("id"));
  return c.body(Uint8Array.from(bytes), 200, {
    "Content-Type": "application/timestamp-reply",
    "Content-Disposition": contentDisposition("attachment", fileName),
    "Content-Security-Policy": savedPolicy,
    "Cache-Control": "private, no-store",
  });
};
/** GET …/preview: the stamped copy for display; always a PDF, PNG or JPEG that we wrote. */
export const previewStampedCopy = serve(readStampedCopy, "inline");

/** GET …/picture: page one as a picture. */
export const showPicture: Handler = async (c) => {
  const { deps, actor } = c.var.context;
  const owner = requireScope(actor, "documents:read");
  const input = pictureSchema.safeParse(queryOnce(c.req.queries()));
  if (!input.success) throw invalidInput(input.error);
  return answerPicture(c, await readPicture(deps, owner, c.req.param("id"), input.data));
};

/** POST /api/shared/picture: page one of the stamped copy as a small picture. */
export const showSharedPicture =
  (page: BuiltPage) =>
  async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const { deps, address } = c.var.context;
    await takeFromLimit(deps, "sharePicturesPerAddress", address);
    return serveShared(page, readSharedPicture, answerPicture)(c);
  };

export function answerPicture(c: HonoContext<HttpEnv>, picture: Uint8Array): Response {
  const headers = new Headers({
    "Content-Type": "image/webp",
    "Content-Length": String(picture.length),
    "Content-Disposition": contentDisposition("inline", "page-1.webp"),
    "Content-Security-Policy": savedPolicy,
    "Cache-Control": "private, no-store",
  });
  return new Response(c.req.method === "HEAD" ? null : Buffer.from(picture), { headers });
}

/** GET …/evidence: the evidence pack as a download. */
export const downloadEvidence =
  (page: BuiltPage, scope: TokenScope = "documents:read"): Handler =>
  async (c) => {
    const { deps, actor } = c.var.context;
    return answerEvidence(
      c,
      page,
      await findEvidence(deps, requireScope(actor, scope), c.req.param("id")),
      true,
    );
  };

/** POST /api/shared/download: the stamped copy, for a recipient who followed the link in an email. */
export const downloadSharedCopy = (page: BuiltPage) =>
  serveShared(page, findStampedCopy, (c, file) => answerFile(c, file, "attachment"));
/** POST /api/shared/certificate: its certificate. */
export const downloadSharedCertificate = (page: BuiltPage) =>
  serveShared(page, openCertificate, (c, file) => answerFile(c, file, "attachment"));
/** POST /api/shared/evidence: its evidence pack. */
export const downloadSharedEvidence = (page: BuiltPage) =>
  serveShared(page, buildSharedEvidence, (c, files) => answerEvidence(c, page, files, false));

/** GET /api/documents.zip: the files of the documents that are named or match the filter, to be saved. */
export const downloadZip =
  (page: BuiltPage) =>
  async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const { deps, actor } = c.var.context;
    const owner = requireScope(actor, "documents:read");
    const input = zipSchema.safeParse(queryOnce(c.req.queries()));
    if (!input.success) throw invalidInput(input.error);
    const checker = page.get("/verify.html")?.read().toString("utf8");
    const { ids, project } = input.data;
    const isOfProject = ids === undefined && project !== undefined;
    const title = isOfProject ? await getProjectName(deps, owner, project) : deps.config.productName;
    const zip = await findZip(deps, owner, input.data, {
      page: checker,
      signal: c.req.raw.signal,
      title,
    });
    if (c.req.method !== "HEAD") {
      await takeFromLimit(deps, "zipsPerAccount", owner.id);
      if (input.data.evidence === "true") await takeFromLimit(deps, "evidenceZipsPerAccount", owner.id);
    }
    const { fileName } = zip;
    const read = () => whileAllowed(c.var.context, owner, "viewer", zip.read());
    return answerZip(c, { fileName, read });
  };

/** Streams a ZIP file as a download; nothing but its headers for HEAD. */
export function answerZip(c: HonoContext<HttpEnv>, zip: DocumentsZip): Response {
  const headers = new Headers({
    "Content-Type": "application/zip",
    "Content-Disposition": contentDisposition("attachment", zip.fileName),
    "Content-Security-Policy": policy,
    "Cache-Control": "private, no-store",
  });
  if (c.req.method === "HEAD") return new Response(null, { headers });
  c.env.allowSilence(silenceSeconds);
  return new Response(toStream(zip.read()), { headers });
}

/** GET /api/account/export: everything that belongs to the account, for the person who signed in. */
export const downloadAccount = (page: BuiltPage) => downloadExport(page, requireActor, "viewer");

/** GET /api/office/export: the same of the office that one of its owners acts for. */
export const downloadOffice = (page: BuiltPage) =>
  downloadExport(page, (actor) => requireOffice(requireAccountOf(actor, "owner")), "owner");

function downloadExport(page: BuiltPage, ownerOf: (actor: Actor | null) => Actor, needed: OfficeRole) {
  return async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const { deps, actor } = c.var.context;
    const owner = ownerOf(actor);
    const language = pickLanguage(wantedLanguages(c));
    const checker = page.get("/verify.html")?.read().toString("utf8");
    if (c.req.method !== "HEAD") await takeFromLimit(deps, "exportsPerAccount", owner.id);
    const found = await findAccountExport(deps, owner, { language, checker });
    const headers = new Headers({
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", found.fileName),
      "Content-Security-Policy": policy,
      "Cache-Control": "private, no-store",
    });
    if (c.req.method === "HEAD") return new Response(null, { headers });
    c.env.allowSilence(silenceSeconds);
    return new Response(toStream(whileAllowed(c.var.context, owner, needed, found.read())), { headers });
  };
}

function pickLanguage(wanted: string[]): Language {
  for (const code of wanted) {
    const known = languageCodes.find((language) => language === code);
    if (known) return known;
  }
  return "en";
}

export function serve(
  read: (deps: Deps, owner: Actor, id: string) => Promise<ReadableFile>,
  disposition: Disposition,
  scope: TokenScope = "documents:read",
): Handler {
  return async (c) => {
    const { deps } = c.var.context;
    const file = await read(deps, requireScope(c.var.context.actor, scope), c.req.param("id"));
    return answerFile(c, file, disposition);
  };
}

/**
 * The token is in the body of a form, so that it appears in no access log. Links of earlier emails have it in the query
 * of a GET and still work. A browser with an expired token gets the page, which says what to do.
 */
function serveShared<Shared>(
  page: BuiltPage,
  readShared: (deps: Deps, row: DocumentRow) => Promise<Shared>,
  answer: (c: HonoContext<HttpEnv>, shared: Shared) => Response | Promise<Response>,
) {
  return async (c: HonoContext<HttpEnv>): Promise<Response> => {
    try {
      const { deps } = c.var.context;
      const row = await openSharedDocument(deps, await sharedToken(c.req.raw));
      return await answer(c, await readShared(deps, row));
    } catch (error) {
      const isOver = error instanceof AppError && error.kind === "not_found";
      const shown = isOver ? answerBrowser(c, page) : undefined;
      if (shown) return shown;
      throw error;
    }
  };
}

async function sharedToken(request: Request): Promise<string> {
  if (request.method !== "POST") return new URL(request.url).searchParams.get("token") ?? "";
  return (await readForm(request)).get("token") ?? "";
}

/** A complete stored file without range support: a viewer reads it once, and the audit log records one access. */
export async function answerWholeFile(
  c: HonoContext<HttpEnv>,
  file: ReadableFile,
  disposition: Disposition,
): Promise<Response> {
  const headers = buildHeaders(file, disposition);
  headers.set("Content-Length", String(file.bytes));
  return new Response(await readBody(c, file, { start: 0, end: file.bytes }), { headers });
}

/** No body for HEAD. */
async function readBody(c: HonoContext<HttpEnv>, { key }: ReadableFile, range: ByteRange) {
  return c.req.method === "HEAD" ? null : await c.var.context.deps.files.read(key, range);
}

/**
 * A kept file, or the requested range. Only GET has ranges (RFC 9110, 14.2). Kept files never change, so the hash is
 * the ETag.
 */
export async function answerFile(
  c: HonoContext<HttpEnv>,
  file: ReadableFile,
  disposition: Disposition,
): Promise<Response> {
  const headers = buildHeaders(file, disposition);
  headers.set("Accept-Ranges", "bytes");
  headers.set("ETag", `"${file.sha256}"`);
  const asked = c.req.method === "GET" ? c.req.header("range") : undefined;
  const range = readRange(asked, c.req.header("if-range"), headers.get("ETag"), file.bytes);
  if (range === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.bytes}`);
    return new Response(null, { status: 416, headers });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes };
  headers.set("Content-Length", String(end - start));
  if (range) headers.set("Content-Range", `bytes ${start}-${end - 1}/${file.bytes}`);
  const body = await readBody(c, file, { start, end });
  return new Response(body, { status: range ? 206 : 200, headers });
}

function buildHeaders(file: ReadableFile, disposition: Disposition): Headers {
  return new Headers({
    "Content-Type": file.contentType,
    "Content-Disposition": contentDisposition(disposition, file.fileName),
    "Content-Security-Policy": disposition === "inline" ? shownPolicy : savedPolicy,
    "Cache-Control": "private, no-store",
  });
}

/** Nothing in the file may run after it was saved. */
const policy = "default-src 'none'; sandbox";
/** Large files are read and hashed before the first byte is sent, and a reserve child has to start. */
const silenceSeconds = 120;
/** The client has closed the connection: this status appears only in the log. */
const readerHasGone = 499;

/**
 * Streams an evidence pack as a download. Its content changes with every entry of the log, so it has no ranges and no
 * ETag. HEAD does not build it, but fails for damaged evidence as GET does.
 */
export async function answerEvidence(
  c: HonoContext<HttpEnv>,
  page: BuiltPage,
  files: EvidenceFiles,
  isOwner: boolean,
): Promise<Response> {
  const headers = new Headers({
    "Content-Type": "application/zip",
    "Content-Disposition": contentDisposition("attachment", files.fileName),
    "Content-Security-Policy": policy,
    "Cache-Control": "private, no-store",
  });
  const { deps, address } = c.var.context;
  if (c.req.method === "HEAD") {
    await requireIntactEvidence(deps, files.document, files.holds);
    return new Response(null, { headers });
  }
  c.env.allowSilence(silenceSeconds);
  const reader = { address, isOwner, signal: c.req.raw.signal };
  try {
    const pack = await packEvidence(deps, files, page.get("/verify.html")?.read().toString("utf8"), reader);
    return new Response(toStream(pack.read()), { headers });
  } catch (error) {
    if (!reader.signal.aborted) throw error;
    return new Response(null, { status: readerHasGone });
  }
}

/**
 * The requested range (RFC 9110, 14.2). Undefined for the whole file: no Range, several ranges, another unit, a
 * malformed one, or an If-Range for another version of the file.
 */
export function readRange(
  range: string | undefined,
  ifRange: string | undefined,
  tag: string | null,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  if (ifRange !== undefined && ifRange !== tag) return undefined;
  const [whole, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? "") ?? [];
  if (whole === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  return Number(first) >= size ? "unsatisfiable" : { start: Number(first), end };
}
