import { useQueryClient } from "@tanstack/react-query";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { deleteWaitingFiles } from "../../lib/waiting-files.ts";
import { accountsMessages as text } from "../../texts/accounts.ts";
import { openRememberedHashes } from "../collections/remembered-hashes.ts";
import { forgetDrafts } from "./forget-drafts.ts";
import { notifyOtherTabs } from "./session-channel.ts";

/** Ends the session, clears what the browser remembered and reloads the page. */
export function useLogout() {
  const cache = useQueryClient();
  return trpc.accounts.logout.useMutation({
    onSuccess: async ({ providerUrl }) => {
      notifyOtherTabs();
      cache.clear();
      forgetDrafts();
      await deleteWaitingFiles().catch(() => undefined);
      await (await openRememberedHashes()).forgetAll();
      location.assign(providerUrl ?? "/");
    },
    onError: (error) => {
      notify({
        kind: "error",
        title: text.logoutFailed,
        description: parseServerError(error).message ?? text.noAnswer,
      });
    },
  });
}
