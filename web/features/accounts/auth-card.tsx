import { CircleAlert, Gift } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { signupOpen } from "../../lib/server-settings.ts";
import { LoginForm } from "./login-form.tsx";
import { accountsMessages } from "./messages.ts";

/** Most visitors log in: the other form is loaded after the page, before anyone can open it. */
const loadRegisterForm = () => import("./register-form.tsx");
const RegisterForm = lazy(async () => ({ default: (await loadRegisterForm()).RegisterForm }));

export type AuthMode = "login" | "register";

type AuthCardProps = {
  mode: AuthMode;
  onMode: (mode: AuthMode) => void;
  referralCode: string | undefined;
  /** Shown below the form, e.g. the link to a sister service. */
  footer: ReactNode;
};

export function AuthCard({ mode, onMode, referralCode, footer }: AuthCardProps) {
  const text = accountsMessages[mode];
  useEffect(() => void loadRegisterForm(), []);
  return (
    <Card id="account" aria-labelledby="account-title" className="shadow-lifted">
      <h2 id="account-title" tabIndex={-1} className="text-2xl">
        {text.title}
      </h2>
      <p className="mt-1 mb-5 text-muted">{text.intro}</p>
      {mode === "login" ? <LoginForm /> : <NewAccount referralCode={referralCode} />}
      <p className="mt-4 text-center text-muted">
        {text.toggleQuestion}{" "}
        <BareButton
          className="link min-h-6 font-semibold"
          onClick={() => onMode(mode === "login" ? "register" : "login")}
        >
          {text.toggle}
        </BareButton>
      </p>
      <div className="mt-5 border-t border-line pt-4 text-sm text-muted">{footer}</div>
    </Card>
  );
}

function NewAccount({ referralCode }: { referralCode: string | undefined }) {
  if (!signupOpen) {
    return (
      <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
        {accountsMessages.register.closed}
      </Notice>
    );
  }
  return (
    <>
      {referralCode && (
        <div className="mb-4">
          <Notice tone="good" icon={<Gift aria-hidden="true" />}>
            <strong>{accountsMessages.referral.applied(referralCode)}</strong>
            <br />
            {accountsMessages.referral.use}
          </Notice>
        </div>
      )}
      <Suspense fallback={<p role="status">{accountsMessages.register.loading}</p>}>
        <RegisterForm referralCode={referralCode} />
      </Suspense>
    </>
  );
}
