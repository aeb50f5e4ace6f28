import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages as text } from "../../texts/offices.ts";

/** Shows why something was refused. */
export function showFailure(error: unknown): void {
  notify({
    kind: "error",
    title: text.failed,
    description: parseServerError(error).message ?? text.fallback,
  });
}

/** Switches to an office, or to the person's own account, and reloads the page: all data is of another account. */
export function useSwitch() {
  return trpc.offices.switch.useMutation({ onSuccess: () => location.assign("/"), onError: showFailure });
}
