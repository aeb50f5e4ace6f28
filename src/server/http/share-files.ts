import type { Context as HonoContext, MiddlewareHandler } from "hono";
import type { z } from "zod";
import { AppError } from "../../errors.ts";
import { findStampedCopy, openCertificate } from "../../features/documents/documents.service.ts";
import { readSharedPicture } from "../../features/documents/picture.service.ts";
import {
  findPicturedDocument,
  findSharedDocument,
  findSharedEvidence,
  findSharedZip,
  type ShareReader,
} from "../../features/projects/shared-project.service.ts";
import {
  downloadRefusals,
  sharedFileSchema,
  sharedZipSchema,
} from "../../features/projects/shares.schema.ts";
import { invalidInput } from "../../features/rules.ts";
import { readForm } from "./body.ts";
import type { BuiltPage } from "./built-page.ts";
import type { Context } from "./context.ts";
import { answerEvidence, answerFile, answerPicture, answerZip } from "./downloads.ts";
import type { HttpEnv } from "./http-env.ts";
import { queryOnce } from "./query.ts";
import { answerBrowser } from "./web.ts";

type Handler = (c: HonoContext<HttpEnv>) => Promise<Response>;

/** The person who opens a shared project, without any permissions of their own. */
export function readShareReader({ address, userAgent, actor, deviceToken }: Context): ShareReader {
  return { address, userAgent, accountId: actor?.id ?? null, deviceToken };
}

/** POST /api/share/download: the stamped copy of a document of a shared project. */
export const downloadFromShare = (page: BuiltPage): Handler =>
  serveFromShare(page, sharedFileSchema, async (c, input, reader) => {
    const { deps } = c.var.context;
    return answerFile(
      c,
      await findStampedCopy(deps, await findSharedDocument(deps, input, reader)),
      "attachment",
    );
  });

/** POST /api/share/picture: page one of its stamped copy as a small picture. */
export const showPictureFromShare = (page: BuiltPage): Handler =>
  serveFromShare(page, sharedFileSchema, async (c, input, reader) => {
    const { deps } = c.var.context;
    const row = await findPicturedDocument(deps, input, reader);
    return answerPicture(c, await readSharedPicture(deps, row));
  });

/** POST /api/share/certificate: its certificate. */
export const downloadCertificateFromShare = (page: BuiltPage): Handler =>
  serveFromShare(page, sharedFileSchema, async (c, input, reader) => {
    const { deps } = c.var.context;
    return answerFile(
      c,
      await openCertificate(deps, await findSharedDocument(deps, input, reader)),
      "attachment",
    );
  });

/** POST /api/share/evidence: its evidence pack. */
export const downloadEvidenceFromShare = (page: BuiltPage): Handler =>
  serveFromShare(page, sharedFileSchema, async (c, input, reader) =>
    answerEvidence(c, page, await findSharedEvidence(c.var.context.deps, input, reader), false),
  );

/** POST /api/share/zip: the stamped copies, certificates and, if wanted, evidence packs of all entries. */
export const downloadZipFromShare = (page: BuiltPage): Handler =>
  serveFromShare(page, sharedZipSchema, async (c, input, reader) => {
    const options = { page: page.get("/verify.html")?.read().toString("utf8"), signal: c.req.raw.signal };
    return answerZip(c, await findSharedZip(c.var.context.deps, input, reader, options));
  });

/**
 * GET /api/share/… in a browser: the page, which says why a download was refused. People reload it, and an address that
 * takes only forms would show them JSON.
 */
export const showRefusal =
  (page: BuiltPage): MiddlewareHandler<HttpEnv> =>
  async (c, next) => {
    const shown = ["GET", "HEAD"].includes(c.req.method) ? answerBrowser(c, page) : undefined;
    if (shown) return shown;
    await next();
  };

/**
 * The link's token is in the body of a form, so that it appears in no access log. A browser whose link has ended gets
 * the page, which says so. If only this download is refused, the browser is led to an address that names the reason.
 */
function serveFromShare<Input>(
  page: BuiltPage,
  schema: z.ZodType<Input>,
  answer: (c: HonoContext<HttpEnv>, input: Input, reader: ShareReader) => Promise<Response>,
): Handler {
  return async (c) => {
    try {
      const fields = await readForm(c.req.raw);
      const given = Object.fromEntries(
        [...new Set(fields.keys())].map((name) => [name, fields.getAll(name)]),
      );
      const input = schema.safeParse(queryOnce(given));
      if (!input.success) throw invalidInput(input.error);
      return await answer(c, input.data, readShareReader(c.var.context));
    } catch (error) {
      if (!(error instanceof AppError) || !["not_found", "forbidden"].includes(error.kind)) throw error;
      const shown = answerBrowser(c, page);
      if (!shown) throw error;
      const refusal = downloadRefusals.find((code) => code === error.code);
      return refusal ? c.redirect(`/api/share/${refusal}`, 303) : shown;
    }
  };
}
