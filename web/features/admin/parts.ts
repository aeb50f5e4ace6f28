/** How many entries of a long list are asked for at once. */
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

/** How the rest of a list is read. */
export type More = { busy: boolean; failed: boolean; load: () => void };

/** What was read so far of a list that comes in parts, and how to read more. */
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

/** The last entry of a part that has another after it: a full one. */
export function lastOfFull<Item>(part: Item[]): Item | undefined {
  return part.length < atOnce ? undefined : part.at(-1);
}
