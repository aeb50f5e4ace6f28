import { useState } from "react";
import type { AdminUserView } from "../../../../src/features/admin/admin.output.schema.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Field } from "../../../components/field.tsx";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { usersMessages } from "../../../texts/admin-users.ts";
import { accountName } from "./account-name.ts";

const text = usersMessages.dialog;

/** Deletes an account after its name was typed, because this cannot be undone. */
export function DeleteUserDialog({ user, onClose }: { user: AdminUserView; onClose: () => void }) {
  const name = accountName(user);
  const [typed, setTyped] = useState("");
  const calls = trpc.useUtils();
  const remove = trpc.admin.removeUser.useMutation({
    onSuccess: async () => {
      onClose();
      notify({
        kind: "success",
        title: usersMessages.deleted,
        description: usersMessages.deletedText(name),
      });
      await calls.admin.invalidate();
    },
    onError: (error) => {
      const description = parseServerError(error).message ?? usersMessages.fallback;
      notify({ kind: "error", title: usersMessages.failed, description });
    },
  });
  return (
    <ConfirmDialog
      title={text.title}
      cancelLabel={adminMessages.cancel}
      confirmLabel={text.confirm}
      ready={typed.trim() === name}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id: user.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.text(name)}</p>
      <Field label={text.typed(name)}>
        {(control) => (
          <input
            {...control}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
