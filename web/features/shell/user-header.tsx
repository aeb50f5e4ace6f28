import { Link } from "@tanstack/react-router";
import { LogOut, ShieldCheck } from "lucide-react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { classes } from "../../lib/classes.ts";
import { formatClock } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { accountsMessages } from "../accounts/messages.ts";
import { useLogout } from "../accounts/use-logout.ts";
import { shellMessages, shellMessages as text } from "./messages.ts";
import { headerItem, SiteHeader } from "./site-header.tsx";

const places = [
  { to: "/", label: text.homePage },
  { to: "/faq", label: text.faq },
  { to: "/contact", label: text.contact },
  { to: "/support", label: text.support },
] as const;
const tickets = { to: "/my-tickets", label: text.myTickets } as const;

type UserHeaderProps = {
  user: CurrentUser;
  /** Whether the page belongs to support, so that the header links to the user's tickets, too. */
  isSupport?: boolean;
};

/** The header for signed-in users: pages, clock, welcome, logout. */
export function UserHeader({ user, isSupport = false }: UserHeaderProps) {
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
      <nav aria-label={text.pages} className="flex flex-wrap max-sm:contents">
        {[...places, ...(isSupport ? [tickets] : [])].map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            // On phones, the line has no room for Contact next to Tickets, and support reads messages in its own tab.
            className={classes(headerItem, isSupport && to === "/contact" && "max-sm:hidden")}
          >
            {label}
          </Link>
        ))}
        {user.isAdmin && (
          <Link to="/admin" className={buttonClasses({ variant: "secondary", size: "small" })}>
            <ShieldCheck className="size-4" aria-hidden="true" />
            {text.admin}
          </Link>
        )}
      </nav>
      <BareButton
        className={classes(headerItem, "max-sm:ml-auto")}
        disabled={logout.isPending}
        onClick={() => logout.mutate()}
      >
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
