import type { Handler } from "hono";
import type { Deps } from "../deps.ts";
import type { VerificationView } from "../verification/verification.schema.ts";
import { verifySerialNumber } from "../verification/verification.service.ts";
import { addressOf } from "./address.ts";
import type { HttpEnv } from "./http-env.ts";

const contentType = { "Content-Type": "application/json" };

/**
 * GET /api/verify/SERIAL. Nothing is asked for more often, and by anybody: it stands before everything that finds out
 * who calls, and goes to the feature without tRPC. While a confirmation is kept, its text is.
 */
export function answerVerification(deps: Deps): Handler<HttpEnv, "/:serialNumber"> {
  const texts = new WeakMap<VerificationView, string>();
  return (c) => {
    const view = verifySerialNumber(deps, c.req.param("serialNumber"), addressOf(c, deps.config));
    const text = texts.get(view) ?? JSON.stringify(view);
    texts.set(view, text);
    return new Response(text, { headers: contentType });
  };
}
