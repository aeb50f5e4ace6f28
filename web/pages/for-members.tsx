import type { ReactNode } from "react";
import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { useRights } from "../features/accounts/use-rights.ts";
import { ViewerNote } from "../features/documents/upload/viewer-note.tsx";

/** What makes documents; those who may only look at an office read what they can do instead. */
export function ForMembers({ user, children }: { user: CurrentUser; children: ReactNode }) {
  const { mayWrite } = useRights();
  return user.office && !mayWrite ? <ViewerNote office={user.office.name} /> : children;
}
