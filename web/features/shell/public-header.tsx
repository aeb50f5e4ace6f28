import { useCurrentUser } from "../accounts/use-current-user.ts";
import { SiteHeader } from "./site-header.tsx";
import { UserHeader } from "./user-header.tsx";
import { VisitorHeader } from "./visitor-header.tsx";

/**
 * The header of a public page: the user's header if someone is signed in, the visitors' header if no one is, and
 * neither's links while that is unknown. The session is requested together with the page's data, and nothing waits for
 * the answer.
 */
export function PublicHeader() {
  const current = useCurrentUser();
  if (current.state === "user") return <UserHeader user={current.user} />;
  return current.state === "visitor" ? <VisitorHeader /> : <SiteHeader />;
}
