import { parseServerError } from "../../lib/server-errors.ts";
import { isConfirmed } from "../../lib/server-settings.ts";
import { trpc } from "../../lib/trpc.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { Registry } from "./verify-code.ts";

/** Asks the server about a serial number; undefined until it answered or failed to. */
export function usePublicLog(serialNumber: string): { registry: Registry | undefined; retry: () => void } {
  const { data, error, isFetching, refetch } = trpc.verification.verify.useQuery(
    { serialNumber },
    { retryOnMount: false },
  );
  const retry = () => void refetch();
  // Where the frame of the page is drawn ahead without an answer, it is taken over as it stands.
  const alive = useHydrated();
  if (!alive && !isConfirmed) return { registry: undefined, retry };
  if (data) return { registry: { state: "found", record: data }, retry };
  if (error === null || isFetching) return { registry: undefined, retry };
  const { status, message } = parseServerError(error);
  if (status === 404 || status === 400) return { registry: { state: "unknown" }, retry };
  const reason = status === 429 ? message : undefined;
  return { registry: { state: "unreachable", ...(reason ? { reason } : {}) }, retry };
}
