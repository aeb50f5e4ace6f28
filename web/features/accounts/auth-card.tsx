import { CircleAlert, Gift } from "lucide-react";
import { lazy, memo, type ReactNode, Suspense, useEffect } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { Card } from "../../components/card.tsx";
import { Notice } from "../../components/notice.tsx";
import { providers, providersOnly, signupOpen } from "../../environment/server-settings.ts";
import { useHydrated } from "../../lib/use-hydrated.ts";
import { accountsMessages } from "../../texts/accounts.ts";

/** Both forms load after the page and take over the server-rendered one, before the visitor can open the other. */
const loadLoginForm = () => import("./login-form.tsx");
const loadRegisterForm = () => import("./register-form.tsx");
const LoginForm = lazy(async () => ({ default: (await loadLoginForm()).LoginForm }));
const RegisterForm = lazy(async () => ({ default: (await loadRegisterForm()).RegisterForm }));

/** Only a site with identity providers needs it. */
const ProviderButtons = lazy(async () => ({
  default: (await import("../providers/provider-buttons.tsx")).ProviderButtons,
}));

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
  const hydrated = useHydrated();
  useEffect(() => {
    void loadLoginForm();
    void loadRegisterForm();
  }, []);
  return (
    <Card id="account" aria-labelledby="account-title" className="shadow-lifted">
      <h2 id="account-title" tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      {mode === "register" && !signupOpen ? (
        <div className="mt-4" />
      ) : (
        <p className="mt-1 mb-4 text-muted">{text.intro}</p>
      )}
      {!providersOnly && <Form mode={mode} referralCode={referralCode} />}
      {providers.length > 0 && hydrated && (
        <Suspense fallback={null}>
          <ProviderButtons />
        </Suspense>
      )}
      {!providersOnly && (
        <p className="mt-4 text-center text-muted">
          {text.toggleQuestion}{" "}
          <BareButton
            className="link min-h-6 font-semibold"
            onClick={() => onMode(mode === "login" ? "register" : "login")}
          >
            {text.toggle}
          </BareButton>
        </p>
      )}
      <div className="mt-6 border-t border-line pt-4 text-sm text-muted">{footer}</div>
    </Card>
  );
}

type FormProps = { mode: AuthMode; referralCode: string | undefined };

/**
 * Re-renders only when the other form is chosen: otherwise React would replace the server-rendered form, and what a
 * visitor has typed into it, until its code has arrived.
 */
const Form = memo(({ mode, referralCode }: FormProps) => (
  <Suspense fallback={<p role="status">{accountsMessages.formLoading}</p>}>
    {mode === "login" ? <LoginForm /> : <NewAccount referralCode={referralCode} />}
  </Suspense>
));

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
      <RegisterForm referralCode={referralCode} />
    </>
  );
}
