import { Link } from "@tanstack/react-router";
import { LogOut, ShieldCheck } from "lucide-react";
import type { CurrentUser } from "../../../src/accounts/accounts.schema.ts";
import { buttonLook } from "../../components/button.tsx";
import { accountsMessages } from "../accounts/messages.ts";
import { useLogout } from "../accounts/use-logout.ts";
import { Clock } from "./clock.tsx";
import { shellMessages as text } from "./messages.ts";
import { headerItem, SiteHeader } from "./site-header.tsx";

/** The bar for those who are signed in: pages, clock, welcome, logout. */
export function UserHeader({ user }: { user: CurrentUser }) {
  const logout = useLogout();
  const welcome = (
    <div className="border-t border-line bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 sm:px-6">
        <p className="min-w-0 text-muted wrap-anywhere">{text.welcome(user.username)}</p>
        <Clock />
      </div>
    </div>
  );
  return (
    <SiteHeader below={welcome}>
      <nav aria-label={text.pages} className="flex flex-wrap">
        <Link to="/faq" className={headerItem}>
          {text.faq}
        </Link>
        <Link to="/contact" className={headerItem}>
          {text.contact}
        </Link>
        <Link to="/support" className={headerItem}>
          {text.support}
        </Link>
        {user.isAdmin && (
          <Link to="/admin" className={buttonLook({ look: "secondary", size: "small" })}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            {text.admin}
          </Link>
        )}
      </nav>
      <button
        type="button"
        className={headerItem}
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <LogOut className="size-4 max-sm:hidden" aria-hidden="true" />
        {logout.isPending ? accountsMessages.loggingOut : accountsMessages.logout}
      </button>
    </SiteHeader>
  );
}
