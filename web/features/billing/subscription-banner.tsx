import { Link } from "@tanstack/react-router";
import { BadgeCheck, CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { paymentsOpen, plans as shownPlans } from "../../environment/server-settings.ts";
import { classes } from "../../lib/classes.ts";
import { billingMessages } from "../../texts/billing.ts";
import { useRights } from "../accounts/use-rights.ts";
import { getBannerState } from "./banner-state.ts";
import type { SubscriptionStatus } from "./plan.ts";
import { type LoadedPlan, PlanGate } from "./plan-gate.tsx";
import { PlanPayment } from "./plan-payment.tsx";
import { hasNoPlan, planNotes, planUse } from "./plan-use.ts";
import { planName } from "./plan-words.ts";
import { useChoosePlan } from "./use-choose-plan.ts";

const text = billingMessages.banner;

const frame = "rounded-panel border px-3 max-sm:text-sm sm:px-4";
const line = "flex min-h-11 items-center gap-x-2";

/** Of the line about the trial, which takes two on a phone. */
const trialHeight = "max-sm:min-h-12";

const tones = {
  calm: "border-line bg-card [&>svg]:text-brand",
  warn: "border-warn/40 bg-warn-tint text-warn",
  bad: "border-bad/40 bg-bad-tint text-bad",
} as const;

/**
 * The user's plan and its remaining stamps, in one line as long as nothing is wrong; a missing payment can be made from
 * here. Who may not pay for their office is told who may. Nothing while documents are free without a limit.
 */
export function SubscriptionBanner() {
  return (
    <PlanGate loading={shownPlans.trial.documentLimit !== null && <LoadingBanner />}>
      {(plan) => <LoadedBanner {...plan} />}
    </PlanGate>
  );
}

/** As tall as the line, so that nothing below it moves. */
function LoadingBanner() {
  return (
    <div
      role="status"
      aria-label={text.loading}
      className={classes(line, trialHeight, frame, "animate-pulse border-transparent bg-sunk")}
    />
  );
}

function LoadedBanner({ status, plans }: LoadedPlan) {
  const choice = useChoosePlan(() => {});
  const state = getBannerState(status);
  const { office, mayPay } = useRights();
  const ownersPay =
    office && !mayPay && paymentsOpen ? billingMessages.page.ownersPay(office.name) : undefined;
  if (status.plan === "trial" && status.documentLimit === null) return null;
  const fix = mayPay && (
    <>
      <Button size="small" busy={choice.choosing !== undefined} onClick={() => choice.choose("unlimited")}>
        {text.fix}
      </Button>
      <ToPlans />
      <PlanPayment choice={choice} />
    </>
  );
  switch (state.kind) {
    case "trial":
      if (hasNoPlan(status))
        return (
          <Banner tone="warn" icon={TriangleAlert} title={text.none} action={mayPay && <ToPlans />}>
            {[ownersPay ?? text.noneText, ...planNotes(status)].join(" ")}
          </Banner>
        );
      return isUsedUp(status) ? (
        <Banner tone="warn" icon={TriangleAlert} title={text.trial} action={mayPay && <ToPlans />}>
          {[ownersPay ?? text.trialUsedUp(status.documentLimit ?? 0), ...planNotes(status)].join(" ")}
        </Banner>
      ) : (
        <TrialLine status={status} isWarning={state.isWarning} />
      );
    case "plan":
      return (
        <Banner
          tone={state.isWarning ? "warn" : "calm"}
          icon={state.isWarning ? TriangleAlert : BadgeCheck}
          title={planName(plans[status.plan])}
          action={<ToPlans />}
        >
          <span className="tabular-nums">{planUse(status).join(" · ")}</span>
        </Banner>
      );
    case "incomplete":
      return (
        <Banner tone="bad" icon={CircleAlert} title={text.incomplete} action={fix}>
          {text.incompleteText} {ownersPay}{" "}
          {status.stampsLeft !== null && status.stampsLeft > 0 && text.stampsLeft(status.stampsLeft)}
        </Banner>
      );
    case "canceled":
      return (
        <Banner tone="bad" icon={CircleAlert} title={text.canceled} action={fix}>
          {ownersPay ?? text.canceledText}
        </Banner>
      );
  }
}

function isUsedUp({ documentCount, documentLimit }: SubscriptionStatus): boolean {
  return documentLimit !== null && documentCount >= documentLimit;
}

function ToPlans() {
  return (
    <Link to="/subscription" className="link inline-flex min-h-6 shrink-0 items-center font-semibold">
      {text.plans}
    </Link>
  );
}

type TrialLineProps = { status: SubscriptionStatus; isWarning: boolean };

/** What the trial includes is always in view: on a phone in two lines, with the use in fewer words. */
function TrialLine({ status, isWarning }: TrialLineProps) {
  const tone = isWarning ? "warn" : "calm";
  const Icon = isWarning ? TriangleAlert : BadgeCheck;
  return (
    <section
      aria-label={text.label}
      data-tone={tone}
      className={classes("flex items-start gap-x-3", frame, tones[tone])}
    >
      <details className="min-w-0 grow">
        <summary className={classes(line, trialHeight, "-my-px py-1")}>
          <Icon
            className={classes("size-5 shrink-0 max-sm:hidden", !isWarning && "text-brand")}
            aria-hidden="true"
          />
          <span className="min-w-0">
            <strong className="font-semibold">{text.trial}</strong> · {text.trialOffer} ·{" "}
            <span className="tabular-nums">
              <span className="max-md:hidden">{planUse(status).join(" · ")}</span>
              <span className="md:hidden">
                {[text.usedOfThem(status.documentCount), ...planNotes(status)].join(" · ")}
              </span>
            </span>
          </span>
          <DisclosureMark className="max-md:ml-auto" />
        </summary>
        <p className={classes("pb-2", !isWarning && "text-muted")}>{text.trialText}</p>
        <p className="pb-2 md:hidden">
          <ToPlans />
        </p>
      </details>
      <span className={classes(line, "-my-px max-md:hidden")}>
        <ToPlans />
      </span>
    </section>
  );
}

type BannerProps = {
  tone: keyof typeof tones;
  icon: LucideIcon;
  title: string;
  action: ReactNode;
  children: ReactNode;
};

function Banner({ tone, icon: Icon, title, action, children }: BannerProps) {
  return (
    <section
      aria-label={text.label}
      data-tone={tone}
      className={classes(line, "flex-wrap gap-y-1 py-1", frame, tones[tone])}
    >
      <Icon className="size-5 shrink-0 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-field grow basis-0 max-sm:basis-full">
        <strong className="font-semibold">{title}</strong> · {children}
      </p>
      {action}
    </section>
  );
}
