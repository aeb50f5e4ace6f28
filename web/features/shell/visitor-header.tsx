import { Link } from "@tanstack/react-router";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { signupOpen } from "../../environment/server-settings.ts";
import { classes } from "../../lib/classes.ts";
import { shellMessages as text } from "../../texts/shell.ts";
import { accountHashes } from "../accounts/account-hashes.ts";
import type { AuthMode } from "../accounts/auth-card.tsx";
import { headerItem, SiteHeader } from "./site-header.tsx";

const createLook = classes(buttonClasses({ size: "small" }), "max-sm:px-2 max-sm:text-sm");

/**
 * The header for visitors. `onAccount` opens the card for accounts on this page; without it, the header links to the
 * landing page, whose styles and texts the server sends before any script.
 */
export function VisitorHeader({ onAccount }: { onAccount?: (mode: AuthMode) => void }) {
  return (
    <SiteHeader>
      <div className="flex flex-wrap items-center max-sm:order-last max-sm:-ml-1 max-sm:w-full max-sm:justify-between sm:ml-auto sm:gap-x-1">
        <nav aria-label={text.pages} className="flex items-center max-sm:contents">
          <a href={onAccount ? "#about" : "/#about"} className={headerItem}>
            {text.aboutUs}
          </a>
          <Link to="/contact" className={headerItem}>
            {text.contactUs}
          </Link>
        </nav>
        <div className="flex items-center max-sm:contents sm:gap-x-1">
          {onAccount ? (
            <>
              <BareButton className={headerItem} onClick={() => onAccount("login")}>
                {text.logIn}
              </BareButton>
              {signupOpen && (
                <BareButton className={createLook} onClick={() => onAccount("register")}>
                  {text.createAccount}
                </BareButton>
              )}
            </>
          ) : (
            <>
              <a href={`/#${accountHashes.login}`} className={headerItem}>
                {text.logIn}
              </a>
              {signupOpen && (
                <a href={`/#${accountHashes.register}`} className={createLook}>
                  {text.createAccount}
                </a>
              )}
            </>
          )}
        </div>
      </div>
    </SiteHeader>
  );
}
