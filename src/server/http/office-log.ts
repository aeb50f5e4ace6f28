import type { Context as HonoContext } from "hono";
import { requireAccountOf } from "../../features/accounts/accounts.ts";
import { exportOfficeLog, type LogFormat } from "../../features/offices/log-export.service.ts";
import { officeLogFilterSchema } from "../../features/offices/offices.schema.ts";
import { invalidInput } from "../../features/rules.ts";
import { takeFromLimit } from "../../platform/rate-limits.ts";
import { toStream } from "../../platform/to-stream.ts";
import { contentDisposition } from "./content-disposition.ts";
import type { HttpEnv } from "./http-env.ts";
import { queryOnce } from "./query.ts";
import { whileAllowed } from "./while-allowed.ts";

/** GET /api/office/log.csv and log.json: what members did in the office, for its owners, to be saved. */
export const downloadOfficeLog =
  (format: LogFormat) =>
  async (c: HonoContext<HttpEnv>): Promise<Response> => {
    const { deps, actor } = c.var.context;
    const owner = requireAccountOf(actor, "owner");
    const filter = officeLogFilterSchema.safeParse(queryOnce(c.req.queries()));
    if (!filter.success) throw invalidInput(filter.error);
    const { fileName, contentType, read } = exportOfficeLog(deps, owner, filter.data, format);
    const headers = new Headers({
      "Content-Type": contentType,
      "Content-Disposition": contentDisposition("attachment", fileName),
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cache-Control": "private, no-store",
    });
    if (c.req.method === "HEAD") return new Response(null, { headers });
    await takeFromLimit(deps, "exportsPerAccount", owner.id);
    return new Response(toStream(whileAllowed(c.var.context, owner, "owner", read())), { headers });
  };
