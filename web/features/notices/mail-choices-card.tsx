import { useState } from "react";
import { noticeKinds } from "../../../db/columns/notices.ts";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import type { ChangeNoticeMailsInput } from "../../../src/features/notices/notices.schema.ts";
import { Card } from "../../components/card.tsx";
import { FailedLine } from "../../components/failed-line.tsx";
import { sendsMail } from "../../environment/server-settings.ts";
import { notify } from "../../lib/notify.ts";
import { parseServerError } from "../../lib/server-errors.ts";
import { trpc } from "../../lib/trpc.ts";
import { noticesMessages } from "../../texts/notices.ts";

const text = noticesMessages.mails;

/** Which notices are also emailed. Each choice takes effect at once. */
export function MailChoicesCard({ email }: Pick<CurrentUser, "email">) {
  const { notices } = trpc.useUtils();
  const mails = trpc.notices.mails.useQuery(undefined, { refetchOnMount: "always" });
  // Shown at once, until the server has answered.
  const [chosen, setChosen] = useState<ChangeNoticeMailsInput>({});
  const change = trpc.notices.changeMails.useMutation({
    onSuccess(choices) {
      notices.mails.setData(undefined, choices);
      notify({ kind: "success", title: text.saved });
    },
    onError(error) {
      setChosen({});
      notify({
        kind: "error",
        title: noticesMessages.actionFailed,
        description: parseServerError(error).message ?? noticesMessages.fallback,
      });
    },
  });
  const choose = (choice: ChangeNoticeMailsInput) => {
    setChosen((earlier) => ({ ...earlier, ...choice }));
    change.mutate(choice);
  };
  return (
    <Card aria-labelledby="notice-mails-title">
      <h2 id="notice-mails-title" className="text-heading">
        {text.title}
      </h2>
      <p className="mt-2 text-muted">{text.intro}</p>
      {!sendsMail && <p className="mt-2 text-muted">{text.noMail}</p>}
      {sendsMail && email === null && <p className="mt-2 text-muted">{text.noAddress}</p>}
      {mails.isPending && (
        <p role="status" className="mt-3 text-muted">
          {noticesMessages.loading}
        </p>
      )}
      {mails.isError && (
        <FailedLine again={noticesMessages.again} onRetry={() => void mails.refetch()}>
          {noticesMessages.failed}
        </FailedLine>
      )}
      {mails.data && (
        <fieldset aria-labelledby="notice-mails-title" className="mt-3">
          {noticeKinds.map((kind) => (
            <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
              <input
                type="checkbox"
                className="size-6 shrink-0 accent-brand"
                checked={chosen[kind] ?? mails.data[kind]}
                onChange={({ target }) => choose({ [kind]: target.checked })}
              />
              {text.kinds[kind]}
            </label>
          ))}
        </fieldset>
      )}
    </Card>
  );
}
