import { notify } from "../../lib/notify.ts";
import { faultOf } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { referralsMessages as text } from "./messages.ts";

/** Asks for the user's own code and shows it in the statistics. */
export function useGenerateCode() {
  const calls = trpc.useUtils();
  const code = trpc.referrals.generate.useMutation({
    onSuccess: (stats) => calls.referrals.stats.setData(undefined, stats),
    onError: (error) => {
      const description = faultOf(error).message ?? text.generateFallback;
      notify({ kind: "error", title: text.generateFailed, description });
    },
  });
  return { generate: () => code.mutate(), busy: code.isPending };
}
