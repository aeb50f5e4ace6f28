import type { Context as HonoContext } from "hono";
import type { Logger } from "../../platform/logger.ts";
import { headersOfRefusal, refuse, statusOfKind, toErrorAnswer } from "./errors.ts";
import type { HttpEnv } from "./http-env.ts";
import { withoutToken } from "./request-log.ts";

/** Converts any thrown error into the JSON error of the API. */
export function answerError(log: Logger, error: unknown, c: HonoContext<HttpEnv>): Response {
  const { requestId } = c.var;
  logUnexpected(log, error, withoutToken(c.req.path));
  const answer = toErrorAnswer(error);
  return refuse(answer, requestId, { headers: headersOfRefusal(answer) });
}

/** Logs the complete error for the operator if the caller learns only that an error occurred. */
export function logUnexpected(log: Logger, error: unknown, call: string): void {
  const { kind } = toErrorAnswer(error);
  if (statusOfKind[kind] < 500) return;
  if (kind === "unavailable") log.warn({ call, err: error }, "not available");
  else log.error({ call, err: error }, "unexpected error");
}
