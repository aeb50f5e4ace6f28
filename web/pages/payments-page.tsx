import { useSearch } from "@tanstack/react-router";
import { PaymentsList } from "../features/payments/payments-list.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { paymentsMessages as text } from "../texts/payments.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** The signed-in user's payments, with receipts. */
export function PaymentsPage() {
  const { page } = useSearch({ from: "/payments" });
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Title />
          <PaymentsList page={page} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return (
    <>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-2 mb-6 text-muted">{text.intro}</p>
    </>
  );
}
