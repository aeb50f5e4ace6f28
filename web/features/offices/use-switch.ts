import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages as text } from "../../texts/offices.ts";
import { reloadForOtherAccount, setSwitching } from "../accounts/page-account.ts";

/** Shows why something was refused. */
export function showFailure(error: unknown): void {
  notify({
    kind: "error",
    title: text.failed,
    description: parseServerError(error).message ?? text.fallback,
  });
}

/** Switches to an office, or to the person's own account, and loads this address: all data is of another account. */
export function useSwitch(address = "/") {
  return trpc.offices.switch.useMutation({
    onMutate: () => setSwitching(true),
    onSuccess: () => location.assign(address),
    onError(error) {
      setSwitching(false);
      if (parseServerError(error).accountChanged) reloadForOtherAccount();
      else showFailure(error);
    },
  });
}
