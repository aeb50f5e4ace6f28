import { ChevronLeft, KeyRound, Send } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { AccountPage } from "../../../../src/features/admin/admin.output.schema.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { FailedNotice } from "../../../components/failed-notice.tsx";
import { Notice } from "../../../components/notice.tsx";
import { OneTimeSecret } from "../../../components/one-time-secret.tsx";
import { providersOnly, sendsMail } from "../../../environment/server-settings.ts";
import { formatDay } from "../../../lib/format.ts";
import { notify } from "../../../lib/notify.ts";
import { parseServerError } from "../../../lib/server-errors.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { usersMessages } from "../../../texts/admin-users.ts";
import { hasNoPlan } from "../../billing/plan-use.ts";
import { PaymentsTable } from "../../payments/payments-table.tsx";
import { FoundDocument } from "../documents/found-document.tsx";
import { accountName } from "./account-name.ts";

const text = usersMessages.account;

/** Everything about one account that helps to answer its owner. The focus moves to its heading. */
export function AccountView({ id, onClose }: { id: string; onClose: () => void }) {
  const account = trpc.admin.user.useQuery({ id });
  return (
    <>
      <Button variant="quiet" size="small" className="mb-4" onClick={onClose}>
        <ChevronLeft className="size-4" aria-hidden="true" />
        {text.back}
      </Button>
      {account.isError ? (
        <FailedNotice
          again={adminMessages.again}
          busy={account.isFetching}
          onRetry={() => void account.refetch()}
        >
          {parseServerError(account.error).message ?? adminMessages.failed}
        </FailedNotice>
      ) : account.data ? (
        <Account page={account.data} />
      ) : (
        <p role="status" className="py-8 text-center text-muted">
          {adminMessages.loading}
        </p>
      )}
    </>
  );
}

function Account({ page }: { page: AccountPage }) {
  const { user, subscription, payments, paymentCount, isComplete, documents } = page;
  const plans = trpc.billing.plans.useQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <div className="grid gap-6">
      <Card>
        <h2 ref={heading} tabIndex={-1} className="text-heading wrap-anywhere" translate="no">
          {accountName(user)}
        </h2>
        {user.isOffice && <p className="text-muted">{usersMessages.office}</p>}
        <dl className="mt-4 grid gap-x-6 sm:grid-cols-facts sm:gap-y-1 max-sm:[&>dd:not(:last-child)]:mb-3 [&>dd]:wrap-anywhere [&>dt]:font-semibold">
          <dt>{text.name}</dt>
          <dd>{name || adminMessages.none}</dd>
          <dt>{usersMessages.columns.email}</dt>
          <dd>
            {user.email ?? adminMessages.none}
            {user.emailConfirmed && <span className="text-good"> ({usersMessages.confirmed})</span>}
          </dd>
          <dt>{usersMessages.columns.created}</dt>
          <dd>{formatDay(Date.parse(user.createdAt))}</dd>
          {!user.isOffice && (
            <>
              <dt>{usersMessages.columns.lastLogin}</dt>
              <dd>
                {user.lastLoginAt === null ? usersMessages.never : formatDay(Date.parse(user.lastLoginAt))}
              </dd>
            </>
          )}
          <dt>{usersMessages.columns.plan}</dt>
          <dd>
            {usersMessages.plan(user)}
            {!hasNoPlan(subscription) && (
              <span className="block text-muted">
                {text.used(subscription.documentCount, subscription.documentLimit)}
              </span>
            )}
            <span className="block text-muted">{text.credits(user.freeCredits)}</span>
          </dd>
        </dl>
        {!user.isAdmin && !user.isOffice && !providersOnly && <ResetLink id={user.id} email={user.email} />}
      </Card>
      <section className="grid gap-3">
        <h3>{text.payments(paymentCount)}</h3>
        {!isComplete && <Notice tone="warn">{text.incomplete}</Notice>}
        {payments.length > 0 && plans.data && (
          <Card aria-label={text.payments(paymentCount)}>
            <PaymentsTable payments={payments} plans={plans.data} />
          </Card>
        )}
      </section>
      <section className="grid gap-3">
        <h3>{documents.length === 0 ? text.noDocuments : text.documents}</h3>
        {documents.length > 0 && (
          <ul className="grid gap-4">
            {documents.map((document) => (
              <FoundDocument key={document.id} document={document} />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** Makes a link with which the user can choose a new password: to pass on, or emailed to the account's own address. */
function ResetLink({ id, email }: { id: string; email: string | null }) {
  const [url, setUrl] = useState<string>();
  const calls = trpc.useUtils();
  const make = trpc.admin.resetLink.useMutation({
    onSuccess: async (answer) => {
      if (answer.url === null) notify({ kind: "success", title: text.reset.mailed });
      else setUrl(answer.url);
      await Promise.all([calls.admin.auditLog.invalidate(), calls.admin.mails.invalidate()]);
    },
    onError: (error) => {
      const description = parseServerError(error).message ?? text.reset.fallback;
      notify({ kind: "error", title: text.reset.failed, description });
    },
  });
  const busyWith = make.isPending ? make.variables.by : undefined;
  if (url !== undefined)
    return <OneTimeSecret value={url} text={text.reset.made} onDone={() => setUrl(undefined)} />;
  return (
    <div className="mt-6 border-t border-line pt-4">
      <p className="max-w-text text-muted">{text.reset.intro}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        {sendsMail && email !== null && (
          <Button
            variant="secondary"
            size="small"
            busy={busyWith === "email"}
            onClick={() => make.mutate({ id, by: "email" })}
          >
            <Send className="size-4" aria-hidden="true" />
            {text.reset.email}
          </Button>
        )}
        <Button
          variant="secondary"
          size="small"
          busy={busyWith === "copy"}
          onClick={() => make.mutate({ id, by: "copy" })}
        >
          <KeyRound className="size-4" aria-hidden="true" />
          {text.reset.copy}
        </Button>
      </div>
    </div>
  );
}
