import { Link } from "@tanstack/react-router";
import { BadgeCheck, CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClasses } from "../../components/button.tsx";
import { plans as shownPlans } from "../../environment/server-settings.ts";
import { classes } from "../../lib/classes.ts";
import { getBannerState } from "./banner-state.ts";
import { billingMessages } from "./messages.ts";
import type { SubscriptionStatus } from "./plan.ts";
import { type LoadedPlan, PlanGate } from "./plan-gate.tsx";
import { PlanPayment } from "./plan-payment.tsx";
import { planUse } from "./plan-use.ts";
import { planName } from "./plan-words.ts";
import { useChoosePlan } from "./use-choose-plan.ts";

const text = billingMessages.banner;

const tones = {
  brand: "bg-deep text-on-deep [&_svg]:text-seal-on-deep",
  warn: "bg-warn-tint text-warn border border-warn/40",
  bad: "bg-bad-tint text-bad border border-bad/40",
} as const;

/**
 * The user's plan and its remaining stamps; a missing payment can be made from here. Nothing while documents are free
 * without a limit.
 */
export function SubscriptionBanner() {
  return (
    <PlanGate loading={shownPlans.trial.documentLimit !== null && <LoadingBanner />}>
      {(plan) => <LoadedBanner {...plan} />}
    </PlanGate>
  );
}

/** As tall as the banner of a free trial, so that nothing below it moves. */
function LoadingBanner() {
  return (
    <div role="status" aria-label={text.loading} className="animate-pulse rounded-2xl bg-sunk">
      <div className="invisible" aria-hidden="true">
        <Banner
          tone="brand"
          icon={BadgeCheck}
          title={text.trial}
          action={<span className={buttonClasses({ variant: "onDeep" })}>{text.plans}</span>}
        >
          {text.trialText} <span className="block">{text.used(0, 3)}</span>
        </Banner>
      </div>
    </div>
  );
}

function LoadedBanner({ status, plans }: LoadedPlan) {
  const choice = useChoosePlan(() => {});
  const state = getBannerState(status);
  if (status.plan === "trial" && status.documentLimit === null) return null;
  const isCalm = state.kind === "trial" || (state.kind === "plan" && !state.isWarning);
  const toPlans = (
    <Link to="/subscription" className={buttonClasses({ variant: isCalm ? "onDeep" : "secondary" })}>
      {text.plans}
    </Link>
  );
  const fix = (
    <div className="flex flex-wrap gap-2">
      <Button busy={choice.choosing !== undefined} onClick={() => choice.choose("unlimited")}>
        {text.fix}
      </Button>
      {toPlans}
      <PlanPayment choice={choice} />
    </div>
  );
  switch (state.kind) {
    case "trial":
      return (
        <Banner tone="brand" icon={BadgeCheck} title={text.trial} action={toPlans}>
          {isUsedUp(status) ? text.trialUsedUp(status.documentLimit ?? 0) : text.trialText}
          <Use status={status} />
        </Banner>
      );
    case "plan":
      return (
        <Banner
          tone={state.isWarning ? "warn" : "brand"}
          icon={state.isWarning ? TriangleAlert : BadgeCheck}
          title={planName(plans[status.plan])}
          action={toPlans}
        >
          <Use status={status} />
        </Banner>
      );
    case "incomplete":
      return (
        <Banner tone="bad" icon={CircleAlert} title={text.incomplete} action={fix}>
          {text.incompleteText}{" "}
          {status.stampsLeft !== null && status.stampsLeft > 0 && text.stampsLeft(status.stampsLeft)}
        </Banner>
      );
    case "canceled":
      return (
        <Banner tone="bad" icon={CircleAlert} title={text.canceled} action={fix}>
          {text.canceledText}
        </Banner>
      );
  }
}

function isUsedUp({ documentCount, documentLimit }: SubscriptionStatus): boolean {
  return documentLimit !== null && documentCount >= documentLimit;
}

function Use({ status }: { status: SubscriptionStatus }) {
  return <span className="block tabular-nums">{planUse(status).join(" · ")}</span>;
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
      className={classes(
        "flex flex-wrap gap-x-4 gap-y-2 rounded-2xl px-4 py-3 sm:items-center sm:px-7 sm:py-4",
        tone === "brand" && "on-deep",
        tones[tone],
      )}
    >
      <Icon className="size-6 shrink-0 sm:size-8" aria-hidden="true" strokeWidth={1.75} />
      <p className="min-w-48 grow basis-0">
        <strong className="font-serif text-xl font-semibold">{title}</strong>
        <br />
        {children}
      </p>
      {action}
    </section>
  );
}
