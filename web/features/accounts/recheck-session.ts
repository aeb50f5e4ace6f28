import type { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { accountsMessages as text } from "./messages.ts";

/** A call was refused because nobody is signed in: when a page of a user is open, say so and ask anew who it is. */
export function recheckSession(cache: QueryClient): void {
  const key = getQueryKey(trpc.accounts.me, undefined, "query");
  const current = cache.getQueryState(key);
  if (current?.status !== "success" || current.fetchStatus === "fetching") return;
  notify({ kind: "info", title: text.sessionEnded, description: text.sessionEndedHint });
  void cache.invalidateQueries({ queryKey: key });
}
