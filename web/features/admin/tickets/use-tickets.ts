import { trpc } from "../../../lib/trpc.ts";
import { atOnce, lastOfFull, readSoFar } from "../parts.ts";

/** The tickets read so far, newest first, and how to read more. */
export function useTickets(enabled: boolean) {
  const query = trpc.support.listAll.useInfiniteQuery(
    { limit: atOnce },
    {
      enabled,
      getNextPageParam(part) {
        const last = lastOfFull(part);
        return last && `${last.createdAt},${last.id}`;
      },
    },
  );
  return readSoFar(query);
}
