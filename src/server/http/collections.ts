import type { Context as HonoContext } from "hono";
import { AppError } from "../../errors.ts";
import { requireScope } from "../../features/accounts/accounts.ts";
import {
  createCollection,
  listTooLarge,
  maxListBytes,
  readCollectionCertificate,
  readSha256Sums,
  receiveCollection,
  requireCollection,
} from "../../features/collections/collections.service.ts";
import { findFileRecord } from "../../features/collections/file-records.service.ts";
import type { Deps } from "../../features/deps.ts";
import { withUploadSlot } from "../../features/documents/upload.service.ts";
import { getCallerAddress } from "./address.ts";
import { announcedLength, streamJson } from "./body.ts";
import type { BuiltPage } from "./built-page.ts";
import { downloadEvidence, serve } from "./downloads.ts";
import type { HttpEnv } from "./http-env.ts";
import { answerOnce } from "./idempotency.ts";
import { identifyAgain } from "./identify.ts";

/** Lists wait for each other. */
const silenceSeconds = 120;

/**
 * POST /api/collections: a list of files as JSON, far larger than other bodies. Therefore it is read only for
 * callers who may store something, no more at a time than uploads, and into a file that a child process opens.
 */
export async function addCollection(c: HonoContext<HttpEnv>): Promise<Response> {
  const { deps, address } = c.var.context;
  const caller = requireScope(c.var.context.actor, "collections:write");
  const { signal } = c.req.raw;
  const bytes = announcedLength(c.req.raw);
  if ((bytes ?? 0) > maxListBytes) throw AppError.from("too_large", listTooLarge);
  return withUploadSlot(deps, { owner: caller, address, bytes }, async () => {
    c.env.allowSilence(silenceSeconds);
    const received = await receiveCollection(deps, streamJson(c.req.raw), { address, signal });
    try {
      // Nothing is stored if the user was signed out or the token revoked while the list arrived.
      const owner = requireScope((await identifyAgain(c)).actor, "collections:write");
      const sent = { fields: received.fields, sha256: received.list.sha256 };
      return await answerOnce(c, { owner, idempotency: "kept", sent }, async () =>
        c.json(await createCollection(deps, owner, received, address)),
      );
    } finally {
      await deps.files.discard(received.list.path);
    }
  });
}

/** GET …/certificate and …/sha256sums as downloads. */
export const downloadCollectionCertificate = serve(
  readCollectionCertificate,
  "attachment",
  "collections:read",
);
export const downloadSha256Sums = serve(readSha256Sums, "attachment", "collections:read");

/** GET …/evidence: the evidence pack of a collection. */
export const downloadCollectionEvidence =
  (page: BuiltPage) =>
  async (c: HonoContext<HttpEnv, "/:id">): Promise<Response> => {
    const { deps, actor } = c.var.context;
    await requireCollection(deps, requireScope(actor, "collections:read"), c.req.param("id"));
    return downloadEvidence(page, "collections:read")(c);
  };

/** GET /api/verify/:serialNumber/files/:sha256: the record of one file, for anyone who has it. */
export const serveFileRecord =
  (deps: Deps) =>
  async (c: HonoContext<HttpEnv, "/:serialNumber/:sha256">): Promise<Response> =>
    c.json(await findFileRecord(deps, c.req.param(), getCallerAddress(c, deps.config)));
