import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../components/logo.tsx";
import { shellMessages as text } from "../../texts/shell.ts";
import { SettingsMenu } from "./settings-menu.tsx";

type SiteHeaderProps = {
  /** Shown below the header at full width, e.g. the welcome line. */
  below?: ReactNode;
  /** In narrow windows, the only menu: it has the choices of language and theme, and everything else. */
  menu?: ReactNode;
  children?: ReactNode;
};

/** The header of every page: the logo, anything the page adds, and the menu for language and theme. */
export function SiteHeader({ below, menu, children }: SiteHeaderProps) {
  return (
    <header className="no-print border-b border-line bg-card">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-1 gap-y-1 px-4 py-2 sm:px-6">
        <Link to="/" aria-label={text.home} className="flex min-w-0 rounded-lg max-sm:flex-1">
          <Logo />
        </Link>
        {children}
        {menu}
        <SettingsMenu {...(menu !== undefined && { className: "max-lg:hidden" })} />
      </div>
      {below}
    </header>
  );
}

/** The look of a link or button in the header. */
export const headerItem =
  "inline-flex min-h-11 items-center gap-2 rounded-lg px-1 text-sm font-semibold sm:px-3 sm:text-base text-ink hover:bg-tint hover:text-brand";
