import { useState } from "react";
import type { AdminUserView } from "../../../../src/admin/admin.schema.ts";
import { Button } from "../../../components/button.tsx";
import { ListStates } from "../list-states.tsx";
import { adminMessages } from "../messages.ts";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { usersMessages as text } from "./messages.ts";
import { useUsers } from "./use-users.ts";
import { UsersTable } from "./users-table.tsx";

/** All accounts, a hundred at a time; loaded when the tab is first shown. */
export function UsersPanel({ shown }: { shown: boolean }) {
  const { list, hasMore, more } = useUsers(shown);
  const [leaving, setLeaving] = useState<AdminUserView>();
  return (
    <>
      <ListStates title={hasMore ? text.newest : text.count} empty={text.none} query={list}>
        {(users) => <UsersTable users={users} onDelete={setLeaving} />}
      </ListStates>
      {hasMore && (
        <div className="mt-4 grid justify-items-center gap-2">
          {more.failed && <p role="alert">{adminMessages.failed}</p>}
          <Button look="secondary" busy={more.busy} onClick={more.load}>
            {text.more}
          </Button>
        </div>
      )}
      {leaving && <DeleteUserDialog user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
