import { AccessDenied } from "../features/admin/access-denied.tsx";
import { AdminPortal } from "../features/admin/admin-portal.tsx";
import { adminMessages as text } from "../features/admin/messages.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

export function AdminPage() {
  useTitle(text.title);
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} pages={["home"]} />}>
          {user.isAdmin ? <AdminPortal /> : <AccessDenied />}
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
