import type { CurrentUser } from "../../src/accounts/accounts.schema.ts";
export function DashboardPage({ user }: { user: CurrentUser }) {
  return <h1>{user.username}</h1>;
}
