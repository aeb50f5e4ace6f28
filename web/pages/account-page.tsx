import { Link } from "@tanstack/react-router";
import { Card } from "../components/card.tsx";
import { paymentsOpen, providers } from "../environment/server-settings.ts";
import { AccountEntries, AccountEntry } from "../features/account/account-entry.tsx";
import { DeletionCard } from "../features/account/deletion-card.tsx";
import { DeletionNotice } from "../features/account/deletion-notice.tsx";
import { ExportCard } from "../features/account/export-card.tsx";
import { LanguageEntry } from "../features/account/language-entry.tsx";
import { NameEntry } from "../features/account/name-entry.tsx";
import { SessionsCard } from "../features/account/sessions-card.tsx";
import { TimeZoneEntry } from "../features/account/time-zone-entry.tsx";
import { EmailAddressEntry } from "../features/email-address/email-address-entry.tsx";
import { MailChoicesCard } from "../features/notices/mail-choices-card.tsx";
import { PasswordEntry } from "../features/password/password-entry.tsx";
import { LinkedProvidersCard } from "../features/providers/linked-providers-card.tsx";
import { PasskeysCard } from "../features/second-factor/passkeys-card.tsx";
import { SecondFactorCard } from "../features/second-factor/second-factor-card.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { passwordMessages } from "../texts/password.ts";
import { paymentsMessages } from "../texts/payments.ts";
import { yourAccountMessages } from "../texts/your-account.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = passwordMessages.account;

/** The signed-in user's data, each with a way to change it. */
export function AccountPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <Title />
          <div className="mt-6 grid gap-6">
            <DeletionNotice deletionAt={user.deletionAt} />
            <Card>
              <AccountEntries>
                <NameEntry firstName={user.firstName} lastName={user.lastName} />
                <AccountEntry name={text.username} value={<span translate="no">{user.username}</span>} />
                <EmailAddressEntry {...user} />
                <PasswordEntry username={user.username} />
                <LanguageEntry language={user.language} />
                <TimeZoneEntry timeZone={user.timeZone} />
              </AccountEntries>
              {paymentsOpen && (
                <Link to="/payments" className="link mt-4 inline-flex min-h-6 items-center">
                  {paymentsMessages.link}
                </Link>
              )}
            </Card>
            {providers.length > 0 && <LinkedProvidersCard username={user.username} />}
            <PasskeysCard username={user.username} />
            <SecondFactorCard username={user.username} />
            <SessionsCard />
            <MailChoicesCard email={user.email} />
            <ExportCard />
            <DevelopersCard />
            <DeletionCard {...user} />
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function DevelopersCard() {
  const { title, intro, link } = yourAccountMessages.developers;
  return (
    <Card aria-labelledby="developers-title">
      <h2 id="developers-title" className="text-heading">
        {title}
      </h2>
      <p className="mt-2 text-muted">{intro}</p>
      <Link to="/account/developers" className="link mt-3 inline-flex min-h-6 items-center">
        {link}
      </Link>
    </Card>
  );
}

function Title() {
  useTitle(text.title);
  return <h1 className="text-title">{text.title}</h1>;
}
