import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../src/server/http/router.ts";

/** A document as the page receives it from the server. */
export type DocumentView = inferRouterOutputs<AppRouter>["documents"]["get"];
