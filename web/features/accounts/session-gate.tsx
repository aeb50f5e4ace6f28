import { lazy, type ReactNode, Suspense, useState } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { Button } from "../../components/button.tsx";
import { Spinner } from "../../components/spinner.tsx";
import { accountsMessages as text } from "../../texts/accounts.ts";
import { useCurrentUser } from "./use-current-user.ts";

type SessionGateProps = { visitor: ReactNode; user: (user: CurrentUser) => ReactNode };

/** Only sites that require a second step need it. */
const SetUpFirst = lazy(async () => ({
  default: (await import("../second-factor/set-up-first.tsx")).SetUpFirst,
}));

/** Shows one page to visitors and another to signed-in users, and a spinner until it knows which. */
export function SessionGate({ visitor, user }: SessionGateProps) {
  const current = useCurrentUser();
  const needed = current.state === "user" && current.user.needsSecondFactor;
  const [settingUp, setSettingUp] = useState(needed);
  // The page stays after the setup, since it shows the recovery codes.
  if (needed && !settingUp) setSettingUp(true);
  switch (current.state) {
    case "loading":
      return <Spinner label={text.checkingSession} />;
    case "visitor":
      return visitor;
    case "user":
      if (needed || settingUp)
        return (
          <Suspense fallback={<Spinner label={text.checkingSession} />}>
            <SetUpFirst user={current.user} onDone={() => setSettingUp(false)} />
          </Suspense>
        );
      return user(current.user);
    case "unknown":
      return <NoAnswer onRetry={() => current.retry()} />;
  }
}

function NoAnswer({ onRetry }: { onRetry: () => void }) {
  return (
    <main id="main" tabIndex={-1} className="grid min-h-view place-items-center px-4 text-center">
      <div role="alert" className="grid justify-items-center gap-3">
        <h1 className="text-title">{text.noAnswer}</h1>
        <p className="text-muted">{text.noAnswerHint}</p>
        <Button onClick={onRetry}>{text.tryAgain}</Button>
        {isInstalled() && (
          <a href="/verify.html" className="link inline-flex min-h-6 items-center">
            {text.offlineVerifier}
          </a>
        )}
      </div>
    </main>
  );
}

/** Whether the service worker keeps the offline verifier. */
const isInstalled = () => "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
