import { callTRPCProcedure } from "@trpc/server";
import { z } from "zod";
import type { OfficeRole } from "../../../db/columns/offices.ts";
import { readJsonObject } from "./body.ts";
import type { App } from "./http-env.ts";
import { answerOnce } from "./idempotency.ts";
import { identifyAgain } from "./identify.ts";
import { linkToNext } from "./next-page.ts";
import type { RestAlias } from "./openapi/call-description.ts";
import { queryOnce } from "./query.ts";
import { appRouter, procedures } from "./router.ts";
import { type Access, readMeta, requireAccess } from "./trpc.ts";

export type RestCall = RestAlias & {
  method: string;
  path: string;
  /** The full name of the tRPC procedure behind the call: its guard, input and output also describe the call. */
  procedure: string;
  access: Access;
  role: OfficeRole | undefined;
  /** The input with its defaults; undefined if it is not valid. */
  readInput: (given: unknown) => unknown;
};

/**
 * The documented calls: all procedures with a route. app.ts mounts the other routes: files, and lookups of serial
 * numbers, which need no session.
 */
export const restCalls: readonly RestCall[] = Object.entries(procedures).flatMap(([procedure, { _def }]) => {
  const { rest, access, role } = readMeta(_def.meta);
  if (!rest) return [];
  if (!access) throw new Error(`The procedure ${procedure} has no guard.`);
  const [method = "", path = ""] = rest.route.split(" ");
  const [schema]: unknown[] = Object(_def).inputs ?? [];
  const readInput = (given: unknown) =>
    schema instanceof z.ZodType ? schema.safeParse(given).data : undefined;
  return [{ ...rest, method, path, procedure, access, role, readInput }];
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
      const ctx = await identifyAgain(c);
      const run = async () => {
        const answer: unknown = await callTRPCProcedure({
          router: appRouter,
          path: call.procedure,
          type: call.method === "GET" ? "query" : "mutation",
          ctx,
          getRawInput: async () => input,
          signal: c.req.raw.signal,
          batchIndex: 0,
        });
        if (call.method !== "GET") return Response.json(answer);
        const read = call.readInput(input);
        return Response.json(answer, { headers: linkToNext(c.req.path, given, read, answer) });
      };
      const { idempotency, access, role } = call;
      if (idempotency === undefined || access === "anyone") return run();
      const owner = requireAccess(ctx.actor, access, role);
      return answerOnce(c, { owner, idempotency, sent: input }, run);
    });
  }
}
