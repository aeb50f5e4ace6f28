import type { AdminUserView } from "../../../../src/features/admin/admin.output.schema.ts";

/** What an account is called: an office by its name, since its username is only an ID. */
export function accountName({ username, firstName, isOffice }: AdminUserView): string {
  return isOffice ? (firstName ?? username) : username;
}
