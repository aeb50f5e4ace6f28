import { comingMessages } from "../features/coming/messages.ts";
import { PlainPage } from "../features/coming/plain-page.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

const { title, text, deniedTitle, denied } = comingMessages.admin;

export function AdminPage() {
  return (
    <SignedInOnly>
      {(user) => {
        const header = <UserHeader user={user} />;
        if (user.isAdmin) return <PlainPage header={header} title={title} text={text} />;
        return <PlainPage header={header} title={deniedTitle} text={denied} />;
      }}
    </SignedInOnly>
  );
}
