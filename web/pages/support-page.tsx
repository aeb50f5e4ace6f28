import { comingMessages } from "../features/coming/messages.ts";
import { PlainPage } from "../features/coming/plain-page.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

export function SupportPage() {
  return (
    <SignedInOnly>
      {(user) => <PlainPage header={<UserHeader user={user} />} {...comingMessages.support} />}
    </SignedInOnly>
  );
}
