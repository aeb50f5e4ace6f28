import { Link } from "@tanstack/react-router";
import { BareButton } from "../../components/bare-button.tsx";
import { buttonClasses } from "../../components/button.tsx";
import { classes } from "../../lib/classes.ts";
import type { AuthMode } from "../accounts/auth-card.tsx";
import { shellMessages as text } from "./messages.ts";
import { headerItem, SiteHeader } from "./site-header.tsx";

export function VisitorHeader({ onAccount }: { onAccount: (mode: AuthMode) => void }) {
  return (
    <SiteHeader>
      <nav aria-label={text.pages} className="flex items-center">
        <a href="#about" className={headerItem}>
          {text.aboutUs}
        </a>
        <Link to="/contact" className={headerItem}>
          {text.contactUs}
        </Link>
      </nav>
      <BareButton className={headerItem} onClick={() => onAccount("login")}>
        {text.logIn}
      </BareButton>
      <BareButton
        className={classes(buttonClasses({ size: "small" }), "max-sm:mx-1.5 max-sm:px-1.5 max-sm:text-sm")}
        onClick={() => onAccount("register")}
      >
        {text.createAccount}
      </BareButton>
    </SiteHeader>
  );
}
