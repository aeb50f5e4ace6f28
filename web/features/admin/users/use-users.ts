import { trpc } from "../../../lib/trpc.ts";
import { atOnce, lastOfFull, readSoFar } from "../parts.ts";

/** The accounts read so far, newest first, and how to read more. */
export function useUsers(enabled: boolean) {
  const query = trpc.admin.users.useInfiniteQuery(
    { limit: atOnce },
    { enabled, getNextPageParam: (part) => lastOfFull(part)?.id },
  );
  return readSoFar(query);
}
