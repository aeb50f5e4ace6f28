import type { Context as HonoContext } from "hono";
import { requireScope } from "../../features/accounts/accounts.ts";
import { collectionLimits, createCollectionSchema } from "../../features/collections/collections.schema.ts";
import {
  createCollection,
  listTooLarge,
  readCollectionCertificate,
  readSha256Sums,
  requireCollection,
} from "../../features/collections/collections.service.ts";
import { findFileRecord } from "../../features/collections/file-records.service.ts";
import type { Deps } from "../../features/deps.ts";
import { withUploadSlot } from "../../features/documents/upload.service.ts";
import { invalidInput } from "../../features/rules.ts";
import { getCallerAddress } from "./address.ts";
import { announcedLength, readJsonObject } from "./body.ts";
import type { BuiltPage } from "./built-page.ts";
import { downloadEvidence, serve } from "./downloads.ts";
import type { HttpEnv } from "./http-env.ts";
import { identifyAgain } from "./identify.ts";

const silenceSeconds = 60;

/**
 * POST /api/collections: a list of files as JSON, far larger than other bodies. Therefore it is read only for
 * callers who may store something, and no more at a time than uploads.
 */
export async function addCollection(c: HonoContext<HttpEnv>): Promise<Response> {
  const { deps, address } = c.var.context;
  const caller = requireScope(c.var.context.actor, "documents:write");
  const collection = await withUploadSlot(
    deps,
    { owner: caller, address, bytes: announcedLength(c.req.raw) },
    async () => {
      c.env.allowSilence(silenceSeconds);
      const body = await readJsonObject(c.req.raw, {
        bytes: collectionLimits.listMebibytes * 1024 * 1024,
        message: listTooLarge,
      });
      const input = createCollectionSchema.safeParse(body);
      if (!input.success) throw invalidInput(input.error);
      // Nothing is stored if the user was signed out or the token revoked while the list arrived.
      const owner = requireScope((await identifyAgain(c)).actor, "documents:write");
      return createCollection(deps, owner, input.data, address);
    },
  );
  return c.json(collection);
}

/** GET …/certificate and …/sha256sums as downloads. */
export const downloadCollectionCertificate = serve(readCollectionCertificate, "attachment");
export const downloadSha256Sums = serve(readSha256Sums, "attachment");

/** GET …/evidence: the evidence pack of a collection. */
export const downloadCollectionEvidence =
  (page: BuiltPage) =>
  async (c: HonoContext<HttpEnv, "/:id">): Promise<Response> => {
    const { deps, actor } = c.var.context;
    await requireCollection(deps, requireScope(actor, "documents:read"), c.req.param("id"));
    return downloadEvidence(page)(c);
  };

/** GET /api/verify/:serialNumber/files/:sha256: the record of one file, for anyone who has it. */
export const serveFileRecord =
  (deps: Deps) =>
  async (c: HonoContext<HttpEnv, "/:serialNumber/:sha256">): Promise<Response> =>
    c.json(await findFileRecord(deps, c.req.param(), getCallerAddress(c, deps.config)));
