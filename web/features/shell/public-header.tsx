import type { ReactNode } from "react";
import { useCurrentUser } from "../accounts/use-current-user.ts";
import { SiteHeader } from "./site-header.tsx";
import { UserHeader } from "./user-header.tsx";

/**
 * The header of a public page: the user's header if someone is signed in, otherwise `children`. The session is
 * requested together with the page's data, and nothing waits for the answer.
 */
export function PublicHeader({ children }: { children?: ReactNode }) {
  const current = useCurrentUser();
  if (current.state !== "user") return <SiteHeader>{children}</SiteHeader>;
  return <UserHeader user={current.user} pages={["home", "faq", "contact", "support"]} />;
}
