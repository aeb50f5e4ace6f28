import { httpBatchLink, type TRPCLink } from "@trpc/client";
import { createTRPCReact, getQueryKey } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "../../src/server/http/router.ts";
import { ApiError, requireSuccess } from "./api-error.ts";
import { takeEarlyAnswer } from "./early-answers.ts";

/** Every call of the page except uploads and files, typed by the server's router. */
export const trpc = createTRPCReact<AppRouter>();
/** The cache key of a call's answer, or of all answers of a router. */
export { getQueryKey };

type Fetch = (input: RequestInfo | URL | string, init?: RequestInit) => Promise<Response>;

type ApiParts = {
  /** Headers that identify the page's account. */
  headers?: () => Record<string, string>;
  send?: Fetch;
};

/** The tRPC links: calls made together are batched into one request. */
export function apiLinks({ headers, send = fetch }: ApiParts): TRPCLink<AppRouter>[] {
  return [
    specifiedErrors,
    httpBatchLink({
      url: "/api/trpc",
      maxItems: 10,
      headers,
      // A proxy may refuse as well, but not in the format of tRPC.
      fetch: async (input, init) => {
        const early = init?.method === "GET" ? takeEarlyAnswer(String(input)) : undefined;
        const answer = await (early ?? send(input, { ...init, signal: init?.signal ?? null }));
        return isJson(answer) ? answer : requireSuccess(answer);
      },
    }),
  ];
}

export function createTrpcClient(headers: () => Record<string, string>) {
  return trpc.createClient({ links: apiLinks({ headers }) });
}

const isJson = (answer: Response) => answer.headers.get("content-type")?.includes("json") ?? false;

/**
 * Gives each refused call the message that the specification requires; its body is its own part of the batched
 * response.
 */
const specifiedErrors: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        complete: () => observer.complete(),
        error(error) {
          const status = error.data?.httpStatus;
          if (status !== undefined) {
            error.message = new ApiError(
              { status, statusText: "" },
              JSON.stringify({ error: error.shape }),
            ).message;
          }
          observer.error(error);
        },
      }),
    );
