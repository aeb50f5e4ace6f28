import { expect, test } from "bun:test";
import { QueryClient } from "@tanstack/react-query";
import { getQueryKey, trpc } from "../../lib/trpc.ts";
import { accountHeaders, readAccountName, readUsername } from "./page-account.ts";

test("a signed-in page names its account in every call; a visitor's page names none", () => {
  const cache = new QueryClient();
  expect(accountHeaders(cache)).toEqual({});
  cache.setQueryData(getQueryKey(trpc.accounts.me, undefined, "query"), { username: "Zoë" });
  expect(accountHeaders(cache)).toEqual({ "x-account": "Zo%C3%AB" });
});

test("a person who acts for an office is another account, but the same person", () => {
  const cache = new QueryClient();
  expect([readAccountName(cache), readUsername(cache)]).toEqual([null, null]);
  cache.setQueryData(getQueryKey(trpc.accounts.me, undefined, "query"), {
    username: "jane",
    office: { id: "office-1" },
  });
  expect([readAccountName(cache), readUsername(cache)]).toEqual(["jane/office-1", "jane"]);
});
