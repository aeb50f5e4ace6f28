import { Link } from "@tanstack/react-router";
import { LogOut, Menu, ShieldCheck } from "lucide-react";
import { lazy, Suspense } from "react";
import type { CurrentUser } from "../../../src/features/accounts/accounts.output.schema.ts";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { classes } from "../../lib/classes.ts";
import { formatClock } from "../../lib/format.ts";
import { useNow } from "../../lib/use-now.ts";
import { accountsMessages } from "../../texts/accounts.ts";
import { shellMessages as text } from "../../texts/shell.ts";
import { useLogout } from "../accounts/use-logout.ts";
import { HeaderMenu } from "./header-menu.tsx";
import { SettingsChoices } from "./settings-menu.tsx";
import { headerItem, SiteHeader } from "./site-header.tsx";

/** The user's own things. */
const ownPlaces = [
  { to: "/", label: text.homePage },
  { to: "/documents", label: text.documents },
  { to: "/projects", label: text.projects },
  { to: "/subscription", label: text.plans },
] as const;
const helpPlaces = [
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

/**
 * The header for signed-in users: the pages of what they own, those that help, the clock, the welcome line, logout. In
 * narrow windows a menu has all of it but the clock and the welcome, which need one line.
 */
export function UserHeader({ user, isSupport = false }: UserHeaderProps) {
  const help = isSupport ? [...helpPlaces, tickets] : helpPlaces;
  const welcome = (
    <div className="border-t border-line bg-paper">
      <div className="mx-auto flex max-w-page items-center justify-between gap-x-4 px-4 py-1 max-lg:flex-wrap sm:px-6">
        <div className="flex min-w-0 items-center gap-x-1 text-muted max-lg:contents max-sm:text-sm">
          <p className="min-w-0 wrap-anywhere max-sm:text-sm lg:shrink-0">{text.welcome(user.username)}</p>
          {user.office && <WorkingFor office={user.office.name} />}
          <p className="shrink-0 max-lg:hidden">
            {"· "}
            <Link to="/account" className="link inline-flex min-h-6 items-center">
              {text.account}
            </Link>
            {!user.office && (
              <>
                {" · "}
                <Link to="/office" className="link inline-flex min-h-6 items-center">
                  {text.offices}
                </Link>
              </>
            )}
          </p>
        </div>
        <nav aria-label={text.help} className="ml-auto flex shrink-0 max-lg:hidden">
          <Places places={help} look={smallItem} />
        </nav>
        <Clock />
        <Logout className={classes(smallItem, "-mr-2 shrink-0 max-lg:hidden")} />
      </div>
    </div>
  );
  return (
    <SiteHeader below={welcome} menu={<UserMenu user={user} help={help} />}>
      <nav aria-label={text.pages} className="ml-auto flex items-center gap-x-1 max-lg:hidden">
        <Places places={ownPlaces} look={headerItem} />
        {user.isAdmin && <AdminLink />}
      </nav>
      <Suspense fallback={<span className={bellPlace} />}>
        <Bell className={classes(bellPlace, "rounded-lg text-ink hover:bg-tint hover:text-brand")} />
      </Suspense>
    </SiteHeader>
  );
}

/** What can't be loaded is left out: a page without it is better than none. */
const Bell = lazy(async () => {
  const loaded = await import("../notices/bell.tsx").catch(() => undefined);
  return { default: loaded?.Bell ?? NoBell };
});
const NoBell = (_: { className: string }) => null;
const bellPlace = "relative inline-flex size-11 shrink-0 items-center justify-center max-lg:ml-auto";

/** The office that the user works for, in one line, which narrow windows have below the welcome. */
function WorkingFor({ office }: { office: string }) {
  return (
    <p className="flex min-w-0 items-center gap-x-1 text-muted max-lg:order-last max-lg:w-full max-sm:text-sm">
      <span className="max-lg:hidden">·</span>
      <span className="shrink-0">{text.workingFor}</span>
      <Link to="/office" title={office} className="link block min-w-0 truncate">
        {office}
      </Link>
    </p>
  );
}

type Place = (typeof ownPlaces)[number] | (typeof helpPlaces)[number] | typeof tickets;

const smallItem =
  "inline-flex min-h-9 items-center gap-2 rounded-lg px-2 text-sm text-ink hover:bg-tint hover:text-brand";
const menuItem =
  "flex min-h-11 items-center gap-2 rounded-lg px-3 font-semibold text-ink hover:bg-tint hover:text-brand";

/** The page that is open is marked. */
function Places({ places, look }: { places: readonly Place[]; look: string }) {
  return places.map(({ to, label }) => (
    <Link
      key={to}
      to={to}
      activeOptions={{ exact: to === "/" }}
      className={classes(look, "aria-[current=page]:bg-tint aria-[current=page]:text-brand-strong")}
    >
      {label}
    </Link>
  ));
}

function UserMenu({ user, help }: { user: CurrentUser; help: readonly Place[] }) {
  return (
    <HeaderMenu
      className="lg:hidden"
      face={
        <>
          <Menu className="size-5" aria-hidden="true" />
          {text.menu}
        </>
      }
    >
      <div className="grid grid-cols-2 gap-x-2">
        <nav aria-label={text.pages}>
          <Places places={ownPlaces} look={menuItem} />
        </nav>
        <nav aria-label={text.help}>
          <Places places={help} look={menuItem} />
        </nav>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 border-y border-line py-2">
        <Link to="/account" className={menuItem}>
          {text.account}
        </Link>
        <Link to="/office" className={classes(menuItem, "wrap-anywhere")}>
          {user.office?.name ?? text.offices}
        </Link>
        <Logout className={menuItem} />
        {user.isAdmin && <AdminLink />}
      </div>
      <SettingsChoices />
    </HeaderMenu>
  );
}

function AdminLink() {
  return (
    <Link to="/admin" className={buttonClasses({ variant: "secondary", size: "small" })}>
      <ShieldCheck className="size-4" aria-hidden="true" />
      {text.admin}
    </Link>
  );
}

function Logout({ className }: { className: string }) {
  const logout = useLogout();
  return (
    <BareButton className={className} disabled={logout.isPending} onClick={() => logout.mutate()}>
      <LogOut className="size-4" aria-hidden="true" />
      {logout.isPending ? accountsMessages.loggingOut : accountsMessages.logout}
    </BareButton>
  );
}

/** US Central time, updated each second, never announced. */
function Clock() {
  const now = useNow(1000);
  return (
    <time
      dateTime={new Date(now).toISOString()}
      title={text.clock}
      aria-live="off"
      className="shrink-0 font-serif font-semibold text-ink tabular-nums"
    >
      {formatClock(now)}
    </time>
  );
}
