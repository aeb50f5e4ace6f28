import { Link } from "@tanstack/react-router";
import { ChevronLeft } from "lucide-react";
import { AccessTokens } from "../features/access-tokens/access-tokens-card.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { WebhooksCard } from "../features/webhooks/webhooks-card.tsx";
import { useTitle } from "../lib/use-title.ts";
import { passwordMessages } from "../texts/password.ts";
import { yourAccountMessages } from "../texts/your-account.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = yourAccountMessages.developers;

/** Access of the user's programs to the account. */
export function DevelopersPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <Link to="/account" className="link mb-3 inline-flex min-h-6 items-center gap-2">
            <ChevronLeft className="size-4" aria-hidden="true" />
            {passwordMessages.account.title}
          </Link>
          <Title />
          <p className="mt-2 text-muted">{text.intro}</p>
          <div className="mt-6 grid gap-6">
            <AccessTokens />
            <WebhooksCard />
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return <h1 className="text-title">{text.title}</h1>;
}
