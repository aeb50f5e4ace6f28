import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ProviderFinished } from "../../src/features/accounts/providers/providers.output.schema.ts";
import type { FinishProviderInput } from "../../src/features/accounts/providers/providers.schema.ts";
import { buttonClasses } from "../components/button.tsx";
import { Card } from "../components/card.tsx";
import { Notice } from "../components/notice.tsx";
import { referralCodeIn } from "../features/accounts/referral.ts";
import { notifyOtherTabs } from "../features/accounts/session-channel.ts";
import { FirstPasswordForm } from "../features/providers/first-password-form.tsx";
import { NewAccountForm } from "../features/providers/new-account-form.tsx";
import { ProviderCodeForm } from "../features/providers/provider-code-form.tsx";
import { useReferralAfterSignUp } from "../features/referrals/use-referral-after-sign-up.ts";
import { keepProviderProof } from "../features/second-factor/provider-proof.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { SiteHeader } from "../features/shell/site-header.tsx";
import { notifyAfterReload } from "../lib/notify.ts";
import { parseServerError, readErrorCode } from "../lib/server-errors.ts";
import { trpc } from "../lib/trpc.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { providersMessages } from "../texts/providers.ts";

const { page: text, account, code } = providersMessages;

/** What the page shows. */
type Step =
  | { name: "waiting" | "code" }
  | { name: "failed"; message: string }
  | { name: "account" | "password"; asked: ProviderFinished };

/**
 * Where a browser arrives from an identity provider: asks for what is missing, with the focus on its heading, and goes
 * on.
 */
export function SigningInPage() {
  const [step, setStep] = useState<Step>({ name: "waiting" });
  const finish = trpc.providers.finish.useMutation();
  const asked = step.name === "account" ? step.asked : undefined;
  const search = asked ? new URL(asked.returnTo, location.origin).search : "";
  const applyReferral = useReferralAfterSignUp(referralCodeIn(search));
  useTitle(text.title);
  useNoIndex();

  async function send(input: FinishProviderInput): Promise<void> {
    const answer = await finish.mutateAsync(input);
    if (answer.result === "account-needed") return setStep({ name: "account", asked: answer });
    if (answer.result === "password-needed") return setStep({ name: "password", asked: answer });
    if (input.account) await applyReferral();
    if (answer.result === "entered") notifyOtherTabs();
    if (answer.proof !== null) keepProviderProof(answer.proof);
    notifyAfterReload(describeEnd(answer, input.account !== undefined));
    location.replace(answer.returnTo);
  }

  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer of the provider is used once.
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    send({}).catch((error: unknown) => {
      if (readErrorCode(error) === "second-factor-required") return setStep({ name: "code" });
      setStep({ name: "failed", message: parseServerError(error).message ?? text.fallback });
    });
  }, []);

  const heading = useRef<HTMLHeadingElement>(null);
  const isWaiting = step.name === "waiting";
  useEffect(() => {
    if (!isWaiting) heading.current?.focus();
  }, [isWaiting]);

  return (
    <PageFrame header={<SiteHeader />} narrow>
      <Card aria-labelledby="signing-in-title">
        <h1 id="signing-in-title" ref={heading} tabIndex={-1} className="text-title">
          {titleOf(step)}
        </h1>
        {isWaiting && (
          <p role="status" className="mt-2 text-muted">
            {text.pending}
          </p>
        )}
        {step.name === "failed" && <Failed message={step.message} />}
        {step.name === "code" && <ProviderCodeForm send={send} />}
        {step.name === "account" && <NewAccountForm asked={step.asked} send={send} />}
        {step.name === "password" && <FirstPasswordForm send={send} />}
      </Card>
    </PageFrame>
  );
}

function titleOf({ name }: Step): string {
  switch (name) {
    case "waiting":
      return text.title;
    case "failed":
      return text.failedTitle;
    case "code":
      return code.title;
    case "account":
      return account.title;
    case "password":
      return providersMessages.password.title;
  }
}

function describeEnd({ result, provider, username }: ProviderFinished, isNew: boolean) {
  const kind = "success" as const;
  if (result === "linked") return { kind, title: text.linked(provider) };
  if (result === "proven") return { kind, title: text.proven, description: text.provenText };
  if (result === "password-set") return { kind, title: text.passwordSet };
  const said = isNew ? account : text;
  return { kind, title: said.welcome, description: said.welcomeText(username ?? "") };
}

/** It may have been a login, or a change to an account: the way back is the home page, which suits both. */
function Failed({ message }: { message: string }) {
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      <Notice tone="bad" icon={<CircleAlert aria-hidden="true" />} role="alert">
        {message}
      </Notice>
      <a href="/" className={buttonClasses({ variant: "secondary" })}>
        {text.home}
      </a>
    </div>
  );
}
