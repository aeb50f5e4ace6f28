import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../src/server/http/router.ts";

/** A document as it arrives here: the server's view after its way through JSON. */
export type DocumentView = inferRouterOutputs<AppRouter>["documents"]["get"];
