import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { getQueryKey, trpc } from "../../lib/trpc.ts";
import { accountHeaders } from "./page-account.ts";

test("a signed-in page names its account in every call; a visitor's page names none", () => {
  const cache = new QueryClient();
  expect(accountHeaders(cache)).toEqual({});
  cache.setQueryData(getQueryKey(trpc.accounts.me, undefined, "query"), { username: "Zoë" });
  expect(accountHeaders(cache)).toEqual({ "x-account": "Zo%C3%AB" });
});
