import { Link } from "@tanstack/react-router";
import { LogOut, ShieldCheck } from "lucide-react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { formatClock } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { accountsMessages } from "../accounts/messages.ts";
import { useLogout } from "../accounts/use-logout.ts";
import { shellMessages, shellMessages as text } from "./messages.ts";
import { headerItem, SiteHeader } from "./site-header.tsx";

const places = {
  home: { to: "/", label: text.homePage },
  faq: { to: "/faq", label: text.faq },
  contact: { to: "/contact", label: text.contact },
  support: { to: "/support", label: text.support },
  myTickets: { to: "/my-tickets", label: text.myTickets },
} as const;

type UserHeaderProps = {
  user: CurrentUser;
  /** The pages in the navigation; default: those of the dashboard. */
  pages?: readonly (keyof typeof places)[];
};

/** The header for signed-in users: pages, clock, welcome, logout. */
export function UserHeader({ user, pages = ["faq", "contact", "support"] }: UserHeaderProps) {
  const logout = useLogout();
  const welcome = (
    <div className="border-t border-line bg-paper">
      <div className="mx-auto flex max-w-6xl flex-wrap items-baseline justify-between gap-x-4 px-4 py-2 sm:px-6">
        <p className="min-w-0 text-muted wrap-anywhere">
          {text.welcome(user.username)} ·{" "}
          <Link to="/account" className="link inline-flex min-h-6 items-center">
            {text.account}
          </Link>
        </p>
        <Clock />
      </div>
    </div>
  );
  return (
    <SiteHeader below={welcome}>
      <nav aria-label={text.pages} className="flex flex-wrap">
        {pages.map((page) => (
          <Link key={page} to={places[page].to} className={headerItem}>
            {places[page].label}
          </Link>
        ))}
        {user.isAdmin && (
          <Link to="/admin" className={buttonClasses({ variant: "secondary", size: "small" })}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            {text.admin}
          </Link>
        )}
      </nav>
      <BareButton className={headerItem} disabled={logout.isPending} onClick={() => logout.mutate()}>
        <LogOut className="size-4 max-sm:hidden" aria-hidden="true" />
        {logout.isPending ? accountsMessages.loggingOut : accountsMessages.logout}
      </BareButton>
    </SiteHeader>
  );
}

/** US Central time, updated each second, never announced. */
function Clock() {
  const now = useNow(1000);
  return (
    <time
      dateTime={new Date(now).toISOString()}
      title={shellMessages.clock}
      aria-live="off"
      className="font-serif text-lg font-semibold text-ink tabular-nums"
    >
      {formatClock(now)}
    </time>
  );
}
