import { Spinner } from "../components/spinner.tsx";
import { paymentsOpen, signupOpen } from "../environment/server-settings.ts";
import { CurrentPlan } from "../features/billing/current-plan.tsx";
import { PlanGate } from "../features/billing/plan-gate.tsx";
import { PlanList } from "../features/billing/plan-list.tsx";
import { PlanPayments } from "../features/payments/plan-payments.tsx";
import { ReferralCard } from "../features/referrals/referral-card.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { billingMessages } from "../texts/billing.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = billingMessages.page;

export function SubscriptionPage() {
  useTitle(text.title);
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <h1 className="text-title">{text.title}</h1>
          <p className="mt-3 mb-8 text-muted">{paymentsOpen && text.intro}</p>
          <div className="grid gap-6">
            <PlanGate loading={<Spinner label={text.loading} />}>
              {(plan) => (
                <>
                  <CurrentPlan {...plan} payments={<PlanPayments status={plan.status} />} />
                  <PlanList {...plan} office={user.office} />
                </>
              )}
            </PlanGate>
            {!user.office && signupOpen && <ReferralCard />}
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
