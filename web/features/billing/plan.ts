import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../src/server/http/router.ts";

type Outputs = inferRouterOutputs<AppRouter>["billing"];

/** The server's answers as the page receives them. */
export type Plan = Outputs["plans"]["trial"];
export type SubscriptionStatus = Outputs["status"];
