import { useState } from "react";
import type { AdminUserView } from "../../../../src/admin/admin.schema.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ListStates } from "../list-states.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { usersMessages as text } from "./messages.ts";
import { UsersTable } from "./users-table.tsx";

/** All accounts; loaded when the tab is first shown. */
export function UsersPanel({ shown }: { shown: boolean }) {
  const users = trpc.admin.users.useQuery(undefined, { enabled: shown });
  const [leaving, setLeaving] = useState<AdminUserView>();
  return (
    <>
      <ListStates title={text.count} empty={text.none} query={users}>
        {(list) => <UsersTable users={list} onDelete={setLeaving} />}
      </ListStates>
      {leaving && <DeleteUserDialog user={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  );
}
