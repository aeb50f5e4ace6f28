import { keepPreviousData } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileArchive } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { maxInZip } from "../../../../src/features/documents/zip.schema.ts";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { FailedLine } from "../../../components/failed-line.tsx";
import { Pager } from "../../../components/pager.tsx";
import { notify } from "../../../lib/notify.ts";
import { trpc } from "../../../lib/trpc.ts";
import { useNow } from "../../../lib/use-now.ts";
import { allDocumentsMessages as text } from "../../../texts/all-documents.ts";
import { documentProjectMessages } from "../../../texts/document-project.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { getContinuation } from "../continuation.ts";
import { useDeletion } from "../deletion/use-deletion.tsx";
import { HistorySkeleton } from "../history/history-states.tsx";
import { useDownload } from "../use-download.ts";
import { DocumentRow, NoDocuments } from "./document-row.tsx";
import { type DocumentsAddress, documentsPerPage, isFiltered, toFindInput } from "./documents-address.ts";
import { Filters } from "./filters.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useSelection } from "./use-selection.ts";

/** The user's documents: search, filters, pages, and actions for one or several. */
export function AllDocuments({ address }: { address: DocumentsAddress }) {
  const navigate = useNavigate();
  const now = useNow(30_000);
  const { selected, select, clear } = useSelection();
  const { hidden, deleteDocuments, dialog } = useDeletion();
  const found = useFoundDocuments(address);
  const projects = trpc.projects.list.useQuery().data ?? [];
  const list = useRef<HTMLUListElement>(null);
  const { documents = [], total = 0 } = found.data ?? {};
  const shown = documents.filter(({ id }) => !hidden.has(id));
  const { page = 1 } = address;
  const pages = Math.ceil(total / documentsPerPage);
  const goTo = (next: DocumentsAddress, replace = false) =>
    void navigate({ to: "/documents", search: next, replace, resetScroll: false });

  const filter = (next: DocumentsAddress, replace?: boolean) => {
    clear();
    goTo(next, replace);
  };
  const reset = () => filter(address.sort ? { sort: address.sort } : {});

  // The last document of the last page was deleted, or the address is outdated.
  useEffect(() => {
    if (found.isPlaceholderData || total === 0 || page <= pages) return;
    void navigate({ to: "/documents", search: { ...address, page: pages }, replace: true });
  }, [found.isPlaceholderData, total, page, pages, address, navigate]);

  const deleteSelected = () => {
    const rest = shown.find(({ id }) => !selected.has(id));
    const row = rest && list.current?.querySelector<HTMLElement>(`[data-id="${rest.id}"] input`);
    deleteDocuments([...selected.values()], () => {
      if (row) row.focus();
      else document.getElementById("main")?.focus();
      clear();
    });
  };

  return (
    <div className="grid gap-4">
      {dialog}
      <Filters address={address} projects={projects} onChange={filter} />
      <Card aria-label={text.list} aria-busy={found.isPlaceholderData} className="max-sm:p-4 sm:pt-4">
        {found.isPending && <HistorySkeleton />}
        {found.isError && !found.data && (
          <FailedLine again={documentsMessages.history.again} onRetry={() => void found.refetch()}>
            {documentsMessages.history.failed}
          </FailedLine>
        )}
        {found.data && shown.length > 0 && (
          <>
            {selected.size > 0 && (
              <SelectionBar
                documents={[...selected.values()]}
                onDelete={deleteSelected}
                onClear={() => {
                  list.current?.querySelector("input")?.focus();
                  clear();
                }}
              />
            )}
            <div className="flex flex-wrap items-center gap-x-3 py-1 sm:gap-x-4">
              <SelectPage
                isAll={shown.every(({ id }) => selected.has(id))}
                isSome={shown.some(({ id }) => selected.has(id))}
                onSelect={(isSelected) => select(shown, isSelected)}
              />
              <p role="status" className="text-muted tabular-nums max-sm:text-sm">
                {pages > 1
                  ? text.range(
                      (page - 1) * documentsPerPage + 1,
                      (page - 1) * documentsPerPage + documents.length,
                      total,
                    )
                  : text.count(total)}
              </p>
              {isFiltered(address) && (
                <Button variant="quiet" size="small" className="-mx-3" onClick={reset}>
                  {text.filters.reset}
                </Button>
              )}
              <ZipOfAll address={address} total={total} />
            </div>
            <ul ref={list}>
              {shown.map((document) => (
                <DocumentRow
                  key={document.id}
                  document={document}
                  now={now}
                  isSelected={selected.has(document.id)}
                  onSelect={(isSelected) => select([document], isSelected)}
                  onContinue={() => void navigate(getContinuation(document))}
                  onDelete={() => deleteDocuments([document], () => select([document], false))}
                >
                  <ProjectLink project={projects.find(({ id }) => id === document.projectId)} />
                </DocumentRow>
              ))}
            </ul>
            <Pager
              text={text.pager}
              page={page}
              pages={pages}
              link={(to, look, face) => (
                <Link to="/documents" search={withPage(address, to)} className={look}>
                  {face}
                </Link>
              )}
            />
          </>
        )}
        {found.data && shown.length === 0 && (page <= pages || total === 0) && (
          <NoDocuments isFiltered={isFiltered(address)} onReset={reset} />
        )}
      </Card>
    </div>
  );
}

function withPage({ page: _current, ...address }: DocumentsAddress, page: number): DocumentsAddress {
  return page > 1 ? { ...address, page } : address;
}

function ProjectLink({ project }: { project: { id: string; name: string } | undefined }) {
  if (!project) return null;
  return (
    <p className="text-sm wrap-anywhere">
      {documentProjectMessages.inProject}{" "}
      <Link
        to="/projects/$id"
        params={{ id: project.id }}
        className="link inline-flex min-h-6 max-w-full items-center"
      >
        {project.name}
      </Link>
    </p>
  );
}

const processingMs = 2000;
const idleMs = 10_000;

function useFoundDocuments(address: DocumentsAddress) {
  // A period keeps its start while the page is open, because the query key must not change.
  const [openedAt] = useState(() => new Date());
  return trpc.documents.find.useQuery(toFindInput(address, openedAt), {
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.documents.some(({ status }) => status === "processing") ? processingMs : idleMs,
  });
}

type SelectPageProps = { isAll: boolean; isSome: boolean; onSelect: (selected: boolean) => void };

function SelectPage({ isAll, isSome, onSelect }: SelectPageProps) {
  return (
    <label className="-ml-3 flex min-h-11 cursor-pointer items-center gap-3 pl-3">
      <input
        type="checkbox"
        className="size-5 accent-brand"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome && !isAll;
        }}
        onChange={() => onSelect(!isAll)}
      />
      {text.selectPage}
    </label>
  );
}

/** Exports all search results as one file. */
function ZipOfAll({ address, total }: { address: DocumentsAddress; total: number }) {
  const download = useDownload();
  const { status } = address;
  if (status !== undefined && status !== "completed") return null;
  const style = `${buttonClasses({ variant: "quiet", size: "small" })} lg:ml-auto max-lg:-ml-3`;
  const face = (
    <>
      <FileArchive className="size-4" aria-hidden="true" />
      {text.zipAll(total)}
    </>
  );
  if (total > maxInZip) {
    const explain = () =>
      notify({ kind: "error", title: documentsMessages.download.failed, description: text.zipTooLarge });
    return (
      <Button variant="quiet" size="small" className="lg:ml-auto max-lg:-ml-3" onClick={explain}>
        {face}
      </Button>
    );
  }
  const { query, kind, project, from, before } = toFindInput(address, new Date());
  const filter = Object.entries({ query, kind, project, from, before }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return (
    <a
      href={`/api/documents.zip?${new URLSearchParams(filter)}`}
      download
      onClick={download}
      className={style}
    >
      {face}
    </a>
  );
}
