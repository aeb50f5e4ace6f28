import type { Context as HonoContext } from "hono";
import { requireAdmin } from "../../features/accounts/accounts.ts";
import { fileKeySchema } from "../../features/admin/admin.schema.ts";
import { readFileByKey, readOriginal } from "../../features/admin/files.service.ts";
import { stampedTypes } from "../../formats/file-types.ts";
import { answerWholeFile } from "./downloads.ts";
import type { HttpEnv } from "./http-env.ts";
import { queryOnce } from "./query.ts";

/** Browsers display these; everything else is a download. */
const shownTypes: readonly string[] = stampedTypes;

/** GET /api/admin/download?path=KEY: a client's stamped copy or certificate as a download. */
export async function downloadForAdmin(c: HonoContext<HttpEnv>): Promise<Response> {
  const { context } = c.var;
  const admin = requireAdmin(context.actor);
  const { path } = fileKeySchema.parse(queryOnce(c.req.queries()));
  return answerWholeFile(c, await readFileByKey(context.deps, admin, path), "attachment");
}

/** GET /api/admin/documents/:id/original: a client's original, displayed in a separate tab. */
export async function viewOriginalForAdmin(c: HonoContext<HttpEnv, "/:id">): Promise<Response> {
  const { context } = c.var;
  const file = await readOriginal(context.deps, requireAdmin(context.actor), c.req.param("id"));
  return answerWholeFile(c, file, shownTypes.includes(file.contentType) ? "inline" : "attachment");
}
