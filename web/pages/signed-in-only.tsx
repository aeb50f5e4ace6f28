import { type ReactNode, Suspense } from "react";
import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { Spinner } from "../components/spinner.tsx";
import { SessionGate } from "../features/accounts/session-gate.tsx";
import { shellMessages } from "../features/shell/messages.ts";
import { LandingPage } from "./landing-page.tsx";

/** A page for those who are signed in; everybody else gets the landing page with its login in the same place. */
export function SignedInOnly({ children }: { children: (user: CurrentUser) => ReactNode }) {
  return (
    <Suspense fallback={<Spinner label={shellMessages.loading} />}>
      <SessionGate visitor={<LandingPage />} user={children} />
    </Suspense>
  );
}
