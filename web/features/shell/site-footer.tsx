import { Link } from "@tanstack/react-router";
import { Logo } from "../../components/logo.tsx";
import { privacyUrl, termsUrl } from "../../environment/server-settings.ts";
import { shellMessages } from "../../texts/shell.ts";

const text = shellMessages.footer;

export function SiteFooter() {
  return (
    <footer className="no-print mt-16 border-t border-line bg-card">
      <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-4 px-4 py-8 sm:px-6">
        <div className="grid max-w-form gap-2">
          <Logo />
          <p className="text-muted">{text.line}</p>
          <p className="text-sm text-muted">{text.notCopyright}</p>
        </div>
        <ul className="flex flex-wrap items-center gap-x-6 gap-y-1 text-muted">
          <li>
            <LegalText address={privacyUrl}>{text.privacy}</LegalText>
          </li>
          <li>
            <LegalText address={termsUrl}>{text.terms}</LegalText>
          </li>
          <li>
            <Link to="/support" className="link inline-flex min-h-6 items-center">
              {text.support}
            </Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}

/** A link if the operator has this text; otherwise its name. */
function LegalText({ address, children }: { address: string | null; children: string }) {
  if (address === null) return children;
  return (
    <a href={address} className="link inline-flex min-h-6 items-center">
      {children}
    </a>
  );
}
