import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { AccessDenied, LongerPassword } from "../features/admin/access-denied.tsx";
import { AdminPortal } from "../features/admin/admin-portal.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { SignedInOnly } from "./signed-in-only.tsx";

export function AdminPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />}>
          <Portal {...user} />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Portal({ isAdmin, needsAdminPassword }: CurrentUser) {
  if (!isAdmin) return <AccessDenied />;
  return needsAdminPassword ? <LongerPassword /> : <AdminPortal />;
}
