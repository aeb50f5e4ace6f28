import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminUserView } from "../../../../src/features/admin/admin.output.schema.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ListFilter } from "../list-filter.tsx";
import { ListStates } from "../list-states.tsx";
import { MoreButton } from "../more-button.tsx";
import { atOnce, lastOfFull, readSoFar } from "../parts.ts";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { usersMessages as text } from "./messages.ts";
import { UsersTable } from "./users-table.tsx";

const route = getRouteApi("/admin");

/** All accounts, or those that match the search in the address, a hundred at a time; loaded when the tab opens. */
export function UsersPanel({ shown }: { shown: boolean }) {
  const { find = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { list, hasMore, more } = useUsers(shown, find);
  const [leaving, setLeaving] = useState<AdminUserView>();
  return (
    <>
      <ListFilter
        key={find}
        label={text.search}
        term={find}
        onSearch={(term) =>
          void navigate({
            search: (address) => ({ ...address, find: term || undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
      <ListStates title={hasMore ? text.newest : text.count} empty={text.none} query={list}>
        {(users) => <UsersTable users={users} onDelete={setLeaving} />}
      </ListStates>
      {hasMore && <MoreButton more={more} />}
      {leaving && <DeleteUserDialog user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}

/** The accounts loaded so far, newest first, and how to load more. */
function useUsers(enabled: boolean, search: string) {
  const query = trpc.admin.users.useInfiniteQuery(
    { limit: atOnce, ...(search && { search }) },
    { enabled, getNextPageParam: (part) => lastOfFull(part)?.id },
  );
  return readSoFar(query);
}
