import { lazy } from "react";
import { SignedInOnly } from "./signed-in-only.tsx";

const DashboardPage = lazy(async () => ({
  default: (await import("./dashboard-page.tsx")).DashboardPage,
}));

export function HomePage() {
  return <SignedInOnly offersAccount>{(user) => <DashboardPage user={user} />}</SignedInOnly>;
}
