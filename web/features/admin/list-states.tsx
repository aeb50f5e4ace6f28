import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { adminMessages as text } from "../../texts/admin.ts";

type ListStatesProps<Item> = {
  /** The heading above the list, e.g. the number of items. */
  title: (count: number) => string;
  empty: string;
  query: {
    data: Item[] | undefined;
    isPending: boolean;
    isError: boolean;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  children: (items: Item[]) => ReactNode;
};

/** A list from the server in each of its states, with a button that reloads it. */
export function ListStates<Item>({ title, empty, query, children }: ListStatesProps<Item>) {
  if (query.isPending) {
    return (
      <p role="status" className="py-8 text-center text-muted">
        {text.loading}
      </p>
    );
  }
  if (query.isError || !query.data) {
    return (
      <FailedNotice again={text.again} onRetry={() => void query.refetch()}>
        {text.failed}
      </FailedNotice>
    );
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {query.data.length === 0 ? empty : title(query.data.length)}
        </p>
        <Button variant="quiet" size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
          {!query.isFetching && <RotateCw className="size-4" aria-hidden="true" />}
          {text.reload}
        </Button>
      </div>
      {query.data.length > 0 && children(query.data)}
    </>
  );
}
