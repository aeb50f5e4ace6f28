import { type ReactNode, Suspense } from "react";
import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { Spinner } from "../components/spinner.tsx";
import { SessionGate } from "../features/accounts/session-gate.tsx";
import { shellMessages } from "../features/shell/messages.ts";
import { LandingPage } from "./landing-page.tsx";

/** A page for signed-in users; visitors get the landing page with its login at the same address. */
export function SignedInOnly({ children }: { children: (user: CurrentUser) => ReactNode }) {
  return (
    <Suspense fallback={<Spinner label={shellMessages.loading} />}>
      <SessionGate visitor={<LandingPage />} user={children} />
    </Suspense>
  );
}
