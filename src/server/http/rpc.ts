import type { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { AppError } from "../../errors.ts";
import type { Logger } from "../../platform/logger.ts";
import { logUnexpected } from "./answer-error.ts";
import { readSimpleJsonText } from "./body.ts";
import { decodePath } from "./decode-path.ts";
import { headersOfRefusal, statusOfKind, toErrorAnswer } from "./errors.ts";
import type { App } from "./http-env.ts";
import { contextAfterBody } from "./identify.ts";
import { appRouter } from "./router.ts";

const rpcPath = "/api/trpc";
const maxCallsInBatch = 10;

/** The tRPC endpoint for our own page. Bodies are limited here; tRPC itself would read any length. */
export function mountRpc(app: App, log: Logger): void {
  app.on(["GET", "POST"], `${rpcPath}/*`, async (c) => {
    refuseLongBatch(new URL(c.req.raw.url).pathname);
    let unreadable: TRPCError | undefined;
    const answer = await fetchRequestHandler({
      endpoint: rpcPath,
      req: await bounded(c.req.raw),
      router: appRouter,
      // Each procedure refuses another account.
      createContext: () => contextAfterBody(c),
      onError({ error, path, ctx }) {
        if (ctx === undefined) unreadable = error;
        else logUnexpected(log, error, path ?? rpcPath);
      },
      responseMeta({ errors }) {
        const [error] = errors;
        if (error?.code === "METHOD_NOT_SUPPORTED") return { headers: { Allow: "POST" } };
        if (error === undefined || errors.length > 1) return {};
        const answer = toErrorAnswer(error);
        return { status: statusOfKind[answer.kind], headers: headersOfRefusal(answer) };
      },
    });
    // Without a context, tRPC answers as plain text and without the request ID.
    if (unreadable) throw unreadable;
    return answer;
  });
}

/**
 * tRPC itself would answer with a text that our client cannot read. A batch lists its calls in the path, separated by
 * commas, which tRPC also accepts escaped. Throws `invalid`, also for malformed escapes.
 */
function refuseLongBatch(path: string): void {
  const calls = decodePath(path);
  if (calls === undefined)
    throw new AppError("invalid", "call-path-unreadable", "The path of this call cannot be read.");
  if (calls.split(",").length > maxCallsInBatch)
    throw new AppError(
      "invalid",
      "batch-too-large",
      "Please send at most {maxCallsInBatch} calls at a time.",
      { params: { maxCallsInBatch } },
    );
}

async function bounded(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  const body = await readSimpleJsonText(request);
  const headers = { "content-type": "application/json" };
  return new Request(request.url, { method: "POST", headers, body, signal: request.signal });
}
