import { type ReactNode, Suspense } from "react";
import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { Spinner } from "../components/spinner.tsx";
import { SessionGate } from "../features/accounts/session-gate.tsx";
import { shellMessages } from "../texts/shell.ts";
import { LandingPage } from "./landing-page.tsx";

type SignedInOnlyProps = { offersAccount?: boolean; children: (user: CurrentUser) => ReactNode };

/** A page for signed-in users; visitors get the landing page with its login at the same address. */
export function SignedInOnly({ offersAccount = false, children }: SignedInOnlyProps) {
  return (
    <Suspense fallback={<Spinner label={shellMessages.loading} />}>
      <SessionGate visitor={<LandingPage offersAccount={offersAccount} />} user={children} />
    </Suspense>
  );
}
