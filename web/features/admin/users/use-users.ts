import { trpc } from "../../../lib/trpc.ts";

const atOnce = 100;

/** The accounts read so far, newest first, and how to read more. A part that is full has another after it. */
export function useUsers(enabled: boolean) {
  const query = trpc.admin.users.useInfiniteQuery(
    { limit: atOnce },
    { enabled, getNextPageParam: (part) => (part.length < atOnce ? undefined : part.at(-1)?.id) },
  );
  return {
    list: {
      data: query.data?.pages.flat(),
      isPending: query.isPending,
      isError: query.isError && !query.isFetchNextPageError,
      isFetching: query.isFetching && !query.isFetchingNextPage,
      refetch: query.refetch,
    },
    hasMore: query.hasNextPage,
    more: {
      busy: query.isFetchingNextPage,
      failed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage(),
    },
  };
}
