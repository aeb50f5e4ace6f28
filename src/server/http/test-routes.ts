import type { Deps } from "../../features/deps.ts";
import { createApp } from "./app.ts";
import type { About, CallDescription } from "./openapi/call-description.ts";
import { fileCalls } from "./openapi/file-calls.ts";
import { restCalls } from "./rest.ts";

export type Access = "anyone" | "signed in" | "admin";

/** Who may make a call: what the tests of access expect, whatever guard the call has. */
const accessTo: Record<About, Access> = {
  "one document": "signed in",
  "the caller": "signed in",
  "a secret link": "anyone",
  "clients, for admins": "admin",
  "the public": "anyone",
};

type KnownRoute = Pick<CallDescription, "about" | "limits">;

/** The routes that are not in the API description: pages, the pages' own calls, and what other services call. */
export const undescribedRoutes: Record<string, KnownRoute> = {
  "GET /*": { about: "the public", limits: { none: "sends something that already exists" } },
  "GET /verify.html": {
    about: "the public",
    limits: { none: "inserts the published keys into a page in memory" },
  },
  "GET /verify/:serialNumber": { about: "the public", limits: { none: "reads one row" } },
  "GET /adopted/:site/*": { about: "the public", limits: ["verificationsPerAddress"] },
  "GET /site/:file": { about: "the public", limits: { none: "answers from memory" } },
  "GET /api/trpc/*": { about: "the public", limits: { none: "each call in it has its own limits" } },
  "POST /api/trpc/*": { about: "the public", limits: { none: "each call in it has its own limits" } },
  "POST /api/stripe/webhook": { about: "the public", limits: { none: "reads only what Stripe has signed" } },
  "GET /api/auth/provider-login/:provider/callback": {
    about: "the public",
    limits: ["providerSignInsPerAddress"],
  },
  "POST /api/auth/provider-login/:provider/callback": {
    about: "the public",
    limits: ["providerSignInsPerAddress"],
  },
  "GET /metrics": {
    about: "the public",
    limits: { none: "for the operator's token; tables are read once a minute" },
  },
};

/** Every route with whom it is about and its limits. A route that is neither described nor above fails the tests. */
export const everyRoute: Record<string, KnownRoute> = {
  ...undescribedRoutes,
  ...Object.fromEntries(restCalls.map((call) => [call.route, call])),
  ...Object.fromEntries(fileCalls({ extraTypes: true, converter: "auto" }).map((call) => [call.route, call])),
};

/** Who may call a known route. */
export function getAccess(route: string): Access {
  const known = everyRoute[route];
  if (!known) throw new Error(`${route} is missing from the table of routes.`);
  return accessTo[known.about];
}

/** The server's routes as `METHOD /path/:name`, each once. */
export function listRoutes(deps: Deps): string[] {
  const routes = createApp(deps).routes.filter(({ method }) => method !== "ALL");
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
}
