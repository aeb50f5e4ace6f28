import { useState } from "react";
import { trpc } from "../../../lib/trpc.ts";

const atOnce = 50;

/**
 * The documents beyond the recent ones, a part at a time, once they are asked for. Read from the newest on, so that
 * none is missed when new ones push others out of the recent ones; read anew with the list after every change.
 */
export function useOlderDocuments() {
  const [wanted, setWanted] = useState(false);
  const query = trpc.documents.list.useInfiniteQuery(
    { limit: atOnce },
    { enabled: wanted, getNextPageParam: (part) => (part.length < atOnce ? undefined : part.at(-1)?.id) },
  );
  const load = () => {
    if (!wanted) setWanted(true);
    else if (query.data) void query.fetchNextPage();
    else void query.refetch();
  };
  return {
    documents: query.data?.pages.flat() ?? [],
    hasMore: !query.data || query.hasNextPage,
    busy: wanted && (query.isPending || query.isFetchingNextPage),
    failed: query.isError && !query.isFetching,
    load,
  };
}
