import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { webhooksMessages } from "../../texts/webhooks.ts";

const text = webhooksMessages.change;

/** Shows why a webhook was not changed. */
export function onChangeFailed(error: unknown): void {
  notify({
    kind: "error",
    title: text.failed,
    description: parseServerError(error).message ?? text.fallback,
  });
}
