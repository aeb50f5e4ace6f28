import { Trash2 } from "lucide-react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { notify } from "../../lib/notify.ts";
import { trpc } from "../../lib/trpc.ts";
import { useAttempt } from "../../lib/use-attempt.ts";
import { yourAccountMessages } from "../../texts/your-account.ts";

const text = yourAccountMessages.deletion;

/** Shows when the account will be deleted, with a button to keep it. */
export function DeletionNotice({ deletionAt }: Pick<CurrentUser, "deletionAt">) {
  const { accounts } = trpc.useUtils();
  const keep = trpc.accounts.keep.useMutation();
  const { attempt } = useAttempt(text.keep, { toast: true });
  if (deletionAt === null) return null;
  const send = () =>
    void attempt(async () => {
      await keep.mutateAsync();
      notify({ kind: "success", title: text.keep.done, description: text.keep.doneText });
      await accounts.me.invalidate();
    });
  return (
    <Notice tone="warn" icon={<Trash2 aria-hidden="true" />}>
      <p>{text.coming(formatWithZone(Date.parse(deletionAt)))}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={keep.isPending} onClick={send}>
        {keep.isPending ? text.keep.pending : text.keep.submit}
      </Button>
    </Notice>
  );
}
