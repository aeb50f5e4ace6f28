/** The page size of long lists. */
export const atOnce = 100;

type PartsQuery<Item> = {
  data: { pages: Item[][] } | undefined;
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  hasNextPage: boolean;
  refetch: () => Promise<unknown>;
  fetchNextPage: () => Promise<unknown>;
};

/** How to load the rest of a list. */
export type More = { busy: boolean; failed: boolean; load: () => void };

/** The loaded entries of a paged list, and how to load more. */
export function readSoFar<Item>(query: PartsQuery<Item>) {
  const more: More = {
    busy: query.isFetchingNextPage,
    failed: query.isFetchNextPageError,
    load: () => void query.fetchNextPage(),
  };
  return {
    list: {
      data: query.data?.pages.flat(),
      isPending: query.isPending,
      isError: query.isError && !query.isFetchNextPageError,
      isFetching: query.isFetching && !query.isFetchingNextPage,
      refetch: query.refetch,
    },
    hasMore: query.hasNextPage,
    more,
  };
}

/** The last entry of a full page, after which there may be more. */
export function lastOfFull<Item>(part: Item[]): Item | undefined {
  return part.length < atOnce ? undefined : part.at(-1);
}
