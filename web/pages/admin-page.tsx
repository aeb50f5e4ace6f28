import { AccessDenied } from "../features/admin/access-denied.tsx";
import { AdminPortal } from "../features/admin/admin-portal.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

export function AdminPage() {
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
