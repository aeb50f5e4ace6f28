import { Link } from "@tanstack/react-router";
import { trpc } from "../../../lib/trpc.ts";
import { adminTicketsMessages } from "../../../texts/admin-tickets.ts";
import { usersMessages } from "../../../texts/admin-users.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { describePayment } from "../../payments/payment-words.ts";

const text = adminTicketsMessages.writer;
const shown = 3;

/** Who wrote a ticket: their account and plan, their last payments and documents. Nothing for a deleted account. */
export function TicketWriter({ userId }: { userId: string }) {
  const account = trpc.admin.user.useQuery({ id: userId });
  const plans = trpc.billing.plans.useQuery();
  if (!account.data || !plans.data) return null;
  const { user, subscription, payments, paymentCount, documents } = account.data;
  const known = plans.data;
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  return (
    <dl className="grid gap-x-4 gap-y-1 rounded-panel border border-line px-4 py-3 text-sm sm:grid-cols-facts [&>dd]:wrap-anywhere [&>dt]:font-semibold">
      <dt>{text.account}</dt>
      <dd>
        {[name, user.username].filter(Boolean).join(", ")}{" "}
        <Link to="/admin" search={{ tab: "users", user: user.id }} className="link">
          {text.open}
        </Link>
      </dd>
      <dt>{usersMessages.columns.plan}</dt>
      <dd>
        {[
          usersMessages.plan(user),
          usersMessages.account.used(subscription.documentCount, subscription.documentLimit),
          usersMessages.account.credits(user.freeCredits),
        ].join(" · ")}
      </dd>
      <dt>{text.payments}</dt>
      <dd>
        {payments.length === 0
          ? text.none
          : payments.slice(0, shown).map((payment) => (
              <span key={payment.id} className="block tabular-nums">
                {describePayment(payment, known)}
              </span>
            ))}
        {paymentCount > shown && <span className="block text-muted">{text.more(paymentCount - shown)}</span>}
      </dd>
      <dt>{text.documents}</dt>
      <dd>
        {documents.length === 0
          ? text.none
          : documents.slice(0, shown).map(({ id, originalName, status, serialNumber }) => (
              <span key={id} className="block">
                <span translate="no">{originalName}</span>: {documentsMessages.history.statuses[status]}
                {serialNumber !== null && (
                  <span translate="no" className="whitespace-nowrap">
                    {` (${serialNumber})`}
                  </span>
                )}
              </span>
            ))}
      </dd>
    </dl>
  );
}
