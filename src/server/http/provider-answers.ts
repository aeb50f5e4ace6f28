import type { Context as HonoContext } from "hono";
import { readProviderToken } from "../../features/accounts/providers/provider-browser.ts";
import { takeProviderAnswer } from "../../features/accounts/providers/provider-start.service.ts";
import type { Deps } from "../../features/deps.ts";
import { getCallerAddress } from "./address.ts";
import { readForm } from "./body.ts";
import type { HttpEnv } from "./http-env.ts";

/** The page that calls `providers.finish`. */
const nextPage = "/signing-in";

/**
 * GET and POST /api/auth/provider-login/:provider/callback, where a provider sends the browser. It neither reads nor
 * sets the cookie of a session: a page of ours asks for what comes next, and shows what went wrong.
 */
export const receiveProviderAnswer = (deps: Deps) => async (c: HonoContext<HttpEnv>) => {
  const isForm = c.req.method === "POST";
  const answer = isForm ? await readForm(c.req.raw) : new URL(c.req.url).searchParams;
  const token = readProviderToken(deps, c.req.header("cookie") ?? "");
  const provider = c.req.param("provider") ?? "";
  await takeProviderAnswer(deps, { provider, answer, token }, getCallerAddress(c, deps.config));
  return c.redirect(nextPage, 303);
};
