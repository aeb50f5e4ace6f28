import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { FailedLine } from "../../../components/failed-line.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { useNow } from "../../../lib/use-now.ts";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { useDeletion } from "../deletion/use-deletion.tsx";
import type { DocumentView } from "../document.ts";
import { HistoryRow } from "./history-row.tsx";
import { HistoryEmpty, HistorySkeleton } from "./history-states.tsx";
import { maxShown } from "./newest-documents.ts";
import type { useDocuments } from "./use-documents.ts";

const text = documentsMessages.history;

type HistoryListProps = {
  documents: ReturnType<typeof useDocuments>;
  /** IDs of documents that another list on this page shows. */
  listedAbove: string[];
  /** Undefined while another document is being set up. */
  onContinue: ((document: DocumentView) => void) | undefined;
  onDeleted: (id: string) => void;
};

export function HistoryList({ documents, listedAbove, onContinue, onDeleted }: HistoryListProps) {
  const now = useNow(30_000);
  const { hidden, deleteDocuments, dialog } = useDeletion(onDeleted);
  const { data = [] } = documents;
  const isLong = data.length > maxShown;
  // The documents listed above leave room for older ones.
  const older = useOlderDocuments(isLong && data.some(({ id }) => listedAbove.includes(id)));
  const loaded =
    documents.data &&
    withOlder(data.slice(0, maxShown), older.documents).filter(
      ({ id }) => !hidden.has(id) && !listedAbove.includes(id),
    );
  const shown = older.wanted ? loaded : loaded?.slice(0, maxShown);
  const hasOlder = isLong && (older.hasMore || loaded?.length !== shown?.length);
  return (
    <Card aria-labelledby="history-title">
      {dialog}
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="history-title" className="text-heading">
          {text.title}
        </h2>
        {shown && shown.length + listedAbove.length > 0 && (
          <Link to="/documents" className="link inline-flex min-h-6 items-center">
            {allDocumentsMessages.link}
          </Link>
        )}
      </div>
      {documents.isPending && <HistorySkeleton />}
      {documents.isError && !shown && <HistoryFailed onRetry={() => documents.refetch()} />}
      {shown?.length === 0 &&
        (listedAbove.length > 0 ? <p className="text-muted">{text.listedAbove}</p> : <HistoryEmpty />)}
      <ul>
        {shown?.map((document) => (
          <HistoryRow
            key={document.id}
            document={document}
            now={now}
            onContinue={onContinue && (() => onContinue(document))}
            onDelete={() => deleteDocuments([document])}
          />
        ))}
      </ul>
      {older.failed && <HistoryFailed onRetry={older.load} />}
      {hasOlder && !older.failed && (
        <Button variant="quiet" className="mt-2" busy={older.busy} onClick={older.load}>
          {text.older}
        </Button>
      )}
    </Card>
  );
}

/** The recent documents as last loaded, followed by the older ones. */
export function withOlder<Listed extends { id: string }>(recent: Listed[], older: Listed[]): Listed[] {
  const ids = new Set(recent.map(({ id }) => id));
  return [...recent, ...older.filter(({ id }) => !ids.has(id))];
}

function HistoryFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="border-t border-line py-4">
      <FailedLine again={text.again} onRetry={onRetry}>
        {text.failed}
      </FailedLine>
    </div>
  );
}

const atOnce = 50;

/**
 * The documents older than the recent ones, loaded page by page on request, or at once if `needed`. Pages are read from
 * the newest on, so that none is missed when new ones push others down, and reloaded with the list after every change.
 */
function useOlderDocuments(needed: boolean) {
  const [wanted, setWanted] = useState(false);
  const query = trpc.documents.list.useInfiniteQuery(
    { limit: atOnce },
    {
      enabled: wanted || needed,
      getNextPageParam: (part) => (part.length < atOnce ? undefined : part.at(-1)?.id),
    },
  );
  const load = () => {
    if (!wanted) setWanted(true);
    else if (query.data) void query.fetchNextPage();
    else void query.refetch();
  };
  return {
    documents: query.data?.pages.flat() ?? [],
    wanted,
    hasMore: !query.data || query.hasNextPage,
    busy: wanted && (query.isPending || query.isFetchingNextPage),
    failed: query.isError && !query.isFetching,
    load,
  };
}
