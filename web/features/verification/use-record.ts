import { useEffect } from "react";
import { isConfirmed } from "../../environment/server-settings.ts";
import { parseServerError, readErrorCode, readErrorParam } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import type { RecordLookup } from "./verify-code.ts";

/** Looks up a serial number on the server; undefined until the request has succeeded or failed. */
export function useRecordLookup(serialNumber: string): {
  lookup: RecordLookup | undefined;
  retry: () => void;
} {
  const { data, error, isFetching, refetch } = trpc.verification.verify.useQuery(
    { serialNumber },
    { retryOnMount: false },
  );
  const retry = () => void refetch();
  useAdoptedRecord(error);
  // If the server rendered the page without a record, hydration must produce the same output.
  const alive = useHydrated();
  if (!alive && !isConfirmed) return { lookup: undefined, retry };
  if (data) return { lookup: { state: "found", record: data }, retry };
  if (error === null || isFetching) return { lookup: undefined, retry };
  const { status, message } = parseServerError(error);
  if (status === 404 || status === 400) return { lookup: { state: "unknown" }, retry };
  const reason = status === 429 ? message : undefined;
  return { lookup: { state: "unreachable", ...(reason ? { reason } : {}) }, retry };
}

/** A record of a service for which this one answers has a page of its own, with that service's keys. */
function useAdoptedRecord(error: unknown): void {
  const path = readErrorCode(error) === "record-adopted" ? readErrorParam(error, "path") : undefined;
  useEffect(() => {
    if (path?.startsWith("/adopted/")) location.replace(`${path}${location.hash}`);
  }, [path]);
}
