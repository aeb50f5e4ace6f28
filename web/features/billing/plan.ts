import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../../src/server/http/router.ts";

type Outputs = inferRouterOutputs<AppRouter>["billing"];

/** The answers of the server as they arrive here. */
export type Plan = Outputs["plans"]["trial"];
export type SubscriptionStatus = Outputs["status"];
