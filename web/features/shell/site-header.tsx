import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../../components/logo.tsx";
import { shellMessages as text } from "./messages.ts";
import { SettingsMenu } from "./settings-menu.tsx";

type SiteHeaderProps = {
  /** Shown below the header at full width, e.g. the welcome line. */
  below?: ReactNode;
  children?: ReactNode;
};

/** The header of every page: the logo, anything the page adds, and the menu for language and theme. */
export function SiteHeader({ below, children }: SiteHeaderProps) {
  return (
    <header className="no-print border-b border-line bg-card">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-1 gap-y-1 px-4 py-2.5 sm:px-6">
        <Link to="/" aria-label={text.home} className="flex min-w-0 rounded-lg max-sm:flex-1">
          <Logo />
        </Link>
        <div className="flex flex-wrap items-center max-sm:order-last sm:gap-x-1 max-sm:-mx-1 max-sm:w-[calc(100%+0.5rem)] max-sm:justify-between sm:ml-auto">
          {children}
        </div>
        <div className="-mr-2.5">
          <SettingsMenu />
        </div>
      </div>
      {below}
    </header>
  );
}

/** The look of a link or button in the header. */
export const headerItem =
  "inline-flex min-h-10 items-center gap-2 rounded-lg px-1 text-[0.9375rem] font-semibold sm:px-3 sm:text-base text-ink hover:bg-tint hover:text-brand";
