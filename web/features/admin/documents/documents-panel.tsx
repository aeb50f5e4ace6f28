import { getRouteApi } from "@tanstack/react-router";
import { maxFound, type SearchKey } from "../../../../src/features/admin/admin.schema.ts";
import { trpc } from "../../../lib/trpc.ts";
import { searchMessages as text } from "../../../texts/admin-documents.ts";
import { ListStates } from "../list-states.tsx";
import { FoundDocument } from "./found-document.tsx";
import { SearchForm } from "./search-form.tsx";

const route = getRouteApi("/admin");

/** The search is in the address, so that a link shows the same documents. */
export function DocumentsPanel() {
  const { by = "email", term = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const search = trpc.admin.searchDocuments.useQuery(buildInput(by, term), { enabled: term !== "" });

  const start = (next: { by: SearchKey; term: string }) => {
    if (next.by === by && next.term === term) return void search.refetch();
    void navigate({ search: (address) => ({ ...address, ...next }), resetScroll: false });
  };
  return (
    <div className="grid gap-6">
      <SearchForm key={`${by} ${term}`} by={by} term={term} busy={search.isFetching} onSearch={start} />
      {term === "" ? (
        <p className="text-muted">{text.start}</p>
      ) : (
        <section aria-label={text.found(search.data?.length ?? 0)}>
          <ListStates title={text.found} empty={text.none(term)} query={search}>
            {(documents) => (
              <ul className="grid gap-4">
                {documents.map((document) => (
                  <FoundDocument key={document.id} document={document} />
                ))}
                {documents.length === maxFound && <li className="text-muted">{text.most}</li>}
              </ul>
            )}
          </ListStates>
        </section>
      )}
    </div>
  );
}

function buildInput(by: SearchKey, term: string) {
  switch (by) {
    case "email":
      return { email: term };
    case "serial":
      return { serial: term };
    case "username":
      return { username: term };
  }
}
