import type { ReactNode } from "react";
import { useCurrentUser } from "../accounts/use-current-user.ts";
import { SiteHeader } from "./site-header.tsx";
import { UserHeader } from "./user-header.tsx";

/**
 * The bar of a page that is open to everybody: for those who are signed in it is theirs, for others it has
 * `children`. Who it is is asked together with what the page itself asks for, and nothing waits for the answer.
 */
export function PublicHeader({ children }: { children?: ReactNode }) {
  const current = useCurrentUser();
  if (current.state !== "user") return <SiteHeader>{children}</SiteHeader>;
  return <UserHeader user={current.user} pages={["home", "faq", "contact", "support"]} />;
}
