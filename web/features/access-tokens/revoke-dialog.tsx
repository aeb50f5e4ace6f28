import type { TokenView } from "../../../src/features/accounts/access-tokens.output.schema.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { accessTokensMessages } from "../../texts/access-tokens.ts";

const text = accessTokensMessages.dialog;

export function RevokeDialog({ token, onClose }: { token: TokenView; onClose: () => void }) {
  const { tokens } = trpc.useUtils();
  const revoke = trpc.tokens.revoke.useMutation({
    onSuccess: async () => {
      onClose();
      notify({ kind: "success", title: text.done });
      await tokens.list.invalidate();
    },
    onError: (error) => {
      const description = parseServerError(error).message ?? text.fallback;
      notify({ kind: "error", title: text.failed, description });
    },
  });
  return (
    <ConfirmDialog
      title={text.title}
      cancelLabel={text.cancel}
      confirmLabel={text.confirm}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: token.id })}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{text.text(token.name)}</p>
    </ConfirmDialog>
  );
}
