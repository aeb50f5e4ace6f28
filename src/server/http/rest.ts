import { callTRPCProcedure } from "@trpc/server";
import { readJsonObject } from "./body.ts";
import type { App } from "./http-env.ts";
import { identifyAgain } from "./identify.ts";
import type { RestAlias } from "./openapi/groups.ts";
import { queryOnce } from "./query.ts";
import { appRouter, procedures } from "./router.ts";
import { readMeta } from "./trpc.ts";

export type RestCall = RestAlias & {
  method: string;
  path: string;
  /** The full name of the tRPC procedure behind the call: its guard, input and output also describe the call. */
  procedure: string;
};

/**
 * The documented calls: all procedures with a route. app.ts mounts the other routes: files, and lookups of serial
 * numbers, which need no session.
 */
export const restCalls: readonly RestCall[] = Object.entries(procedures).flatMap(([procedure, { _def }]) => {
  const { rest } = readMeta(_def.meta);
  if (!rest) return [];
  const [method = "", path = ""] = rest.route.split(" ");
  return [{ ...rest, method, path, procedure }];
});

/** The first route that matches a request answers it, so "search" comes before ":id". */
const fixedWordsFirst = (a: RestCall, b: RestCall) => (sortKey(a) < sortKey(b) ? -1 : 1);

const sortKey = ({ path }: RestCall) => path.replaceAll(":", "~");

/**
 * Mounts the calls. A GET takes its input from the query string, all others from a JSON body; path parameters take
 * precedence.
 */
export function mountRest(app: App): void {
  for (const call of restCalls.toSorted(fixedWordsFirst)) {
    app.on(call.method, call.path, async (c) => {
      const given = call.method === "GET" ? queryOnce(c.req.queries()) : await readJsonObject(c.req.raw);
      const input = { ...given, ...c.req.param() };
      const answer: unknown = await callTRPCProcedure({
        router: appRouter,
        path: call.procedure,
        type: call.method === "GET" ? "query" : "mutation",
        ctx: await identifyAgain(c),
        getRawInput: async () => input,
        signal: c.req.raw.signal,
        batchIndex: 0,
      });
      return Response.json(answer);
    });
  }
}
