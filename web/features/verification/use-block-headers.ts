import { useQuery } from "@tanstack/react-query";
import { requireSuccess } from "../../lib/api-error.ts";
import type { RecordLookup } from "./verify-code.ts";

/**
 * The headers of the Bitcoin block that the record's proof leads to, and of those after it. Undefined while they are
 * loading, and if there are none: the verifier then says that the block is not confirmed.
 */
export function useBlockHeaders(lookup: RecordLookup): Uint8Array | undefined {
  const path = lookup.state === "found" ? lookup.record.witnessed?.headers : undefined;
  const { data } = useQuery({
    queryKey: ["block headers", path],
    queryFn: async () => (await requireSuccess(await fetch(path ?? ""))).bytes(),
    enabled: path !== undefined,
  });
  return data;
}
