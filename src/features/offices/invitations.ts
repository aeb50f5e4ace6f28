import type { OfficeRole } from "../../../db/columns/offices.ts";
import type { InvitationView } from "./offices.output.schema.ts";

type Invitation = { id: string; role: OfficeRole; email: string | null; createdAt: Date; expiresAt: Date };

export function toInvitationView(
  { id, role, email, createdAt, expiresAt }: Invitation,
  invitedBy: string | null,
): InvitationView {
  return {
    id,
    role,
    email,
    invitedBy,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
