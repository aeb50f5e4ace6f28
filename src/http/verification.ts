import type { Context as HonoContext } from "hono";
import { verifySerialNumber } from "../verification/verification.service.ts";
import type { HttpEnv } from "./http-env.ts";

/**
 * GET /api/verify/SERIAL. Nothing is asked for more often, and by anybody: it goes to the feature without tRPC, which
 * would cost more than the answer.
 */
export function verify(c: HonoContext<HttpEnv, "/:serialNumber">): Response {
  const { deps, address } = c.var.context;
  return Response.json(verifySerialNumber(deps, c.req.param("serialNumber"), address));
}
