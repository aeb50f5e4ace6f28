import { lazy, memo, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { signupOpen } from "../environment/server-settings.ts";
import { modeIn } from "../features/accounts/account-hashes.ts";
import { AuthCard, type AuthMode } from "../features/accounts/auth-card.tsx";
import { referralCodeIn } from "../features/accounts/referral.ts";
import { hadAccount } from "../features/accounts/session-hint.ts";
import { About } from "../features/landing/about.tsx";
import { GetStarted } from "../features/landing/get-started.tsx";
import { Hero } from "../features/landing/hero.tsx";
import { HowItWorks } from "../features/landing/how-it-works.tsx";
import { MusicPartner } from "../features/landing/music-partner.tsx";
import { Prices } from "../features/landing/prices.tsx";
import { WhoNeedsIt } from "../features/landing/who-needs-it.tsx";
import { SiteFooter } from "../features/shell/site-footer.tsx";
import { VisitorHeader } from "../features/shell/visitor-header.tsx";
import { notify } from "../lib/notify.ts";
import { useHydrated } from "../lib/use-hydrated.ts";
import { useTitle } from "../lib/use-title.ts";
import { accountsMessages } from "../texts/accounts.ts";
import { landingMessages } from "../texts/landing.ts";
import { shellMessages } from "../texts/shell.ts";

/** Its code loads after the page and takes over the server-rendered form. */
const SerialNumberForm = lazy(async () => ({
  default: (await import("../features/shell/serial-number-form.tsx")).SerialNumberForm,
}));

/** Rendered once: a second time would replace the server-rendered form until its code has arrived. */
const DocumentCheck = memo(() => (
  <Suspense>
    <SerialNumberForm heading={<h2 className="text-heading">{shellMessages.check.title}</h2>} />
  </Suspense>
));

/** The page for visitors at / and wherever a login is required. */
type LandingPageProps = {
  /** Whether new users can register first; otherwise the page shows the login. */
  offersAccount: boolean;
};

export function LandingPage({ offersAccount }: LandingPageProps) {
  const [referralCode] = useState(() =>
    signupOpen ? referralCodeIn(globalThis.location?.search ?? "") : undefined,
  );
  const [chosen, setMode] = useState<AuthMode | undefined>(referralCode ? "register" : undefined);
  // A server-rendered page does not know whether someone has logged in from this browser before.
  const isReturning = useHydrated() && hadAccount();
  const mode = chosen ?? (offersAccount && signupOpen && !isReturning ? "register" : "login");
  useTitle("");
  useReferralToast(referralCode);

  const openAccount = (next: AuthMode) => {
    setMode(next);
    const title = document.getElementById("account-title");
    title?.scrollIntoView({ block: "center" });
    title?.focus({ preventScroll: true });
  };
  /** Not if the visitor is already typing, e.g. into the form that came before the scripts. */
  const openAsked = useEffectEvent(() => {
    const asked = modeIn(location.hash);
    if (asked && document.activeElement === document.body) openAccount(asked);
  });
  useEffect(() => openAsked(), []);
  // The sister service's public address is not decided yet: until then this leads to the section about it.
  const partnerLink = (
    <a href="#music-partner" className="link">
      {landingMessages.partner.link}
    </a>
  );
  return (
    <>
      <VisitorHeader onAccount={openAccount} />
      <main id="main" tabIndex={-1}>
        <Hero
          account={<AuthCard mode={mode} onMode={setMode} referralCode={referralCode} footer={partnerLink} />}
        />
        <section className="mx-auto max-w-page px-4 pt-12 sm:px-6">
          <div className="max-w-text">
            <DocumentCheck />
          </div>
        </section>
        <HowItWorks />
        <GetStarted onStart={() => openAccount("register")} />
        <Prices />
        <WhoNeedsIt />
        <div className="mx-auto max-w-page px-4 sm:px-6">
          <About />
        </div>
        <MusicPartner />
      </main>
      <SiteFooter />
    </>
  );
}

function useReferralToast(code: string | undefined): void {
  const shown = useRef(false);
  useEffect(() => {
    if (code === undefined || shown.current) return;
    shown.current = true;
    const { title, text } = accountsMessages.referral;
    notify({ kind: "info", title, description: text(code) });
  }, [code]);
}
