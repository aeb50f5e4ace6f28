import { accountName } from "../features/accounts/page-account.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SupportDesk } from "../features/support/support-desk.tsx";
import { useTitle } from "../lib/use-title.ts";
import { supportMessages as text } from "../texts/support.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

export function SupportPage() {
  useTitle(text.title);
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} isSupport />}>
          <h1 className="text-title">{text.title}</h1>
          <p className="mt-3 mb-8 text-muted">{text.intro}</p>
          <SupportDesk key={accountName(user)} email={user.email ?? ""} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
