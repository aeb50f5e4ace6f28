import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../../src/server/http/router.ts";

/** A document with its client, as the search returns it. */
export type ClientDocument = inferRouterOutputs<AppRouter>["admin"]["searchDocuments"][number];
