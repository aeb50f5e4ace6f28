import { Link } from "@tanstack/react-router";
import { Card } from "../components/card.tsx";
import { paymentsOpen, sendsMail } from "../environment/server-settings.ts";
import { AccessTokens } from "../features/access-tokens/access-tokens-card.tsx";
import { DeletionCard } from "../features/account/deletion-card.tsx";
import { DeletionNotice } from "../features/account/deletion-notice.tsx";
import { ExportCard } from "../features/account/export-card.tsx";
import { LanguageCard } from "../features/account/language-entry.tsx";
import { yourAccountMessages as account } from "../features/account/messages.ts";
import { NameCard } from "../features/account/name-entry.tsx";
import { SessionsCard } from "../features/account/sessions-card.tsx";
import { TimeZoneCard } from "../features/account/time-zone-entry.tsx";
import { EmailAddressCard } from "../features/email-address/email-address-entry.tsx";
import { emailAddressMessages as address } from "../features/email-address/messages.ts";
import { passwordMessages } from "../features/password/messages.ts";
import { ChangePassword } from "../features/password/password-entry.tsx";
import { paymentsMessages } from "../features/payments/messages.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { WebhooksCard } from "../features/webhooks/webhooks-card.tsx";
import { useTitle } from "../lib/use-title.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = passwordMessages.account;

/** The signed-in user's data, the password change, and access for programs. */
export function AccountPage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <Title />
          <div className="mt-6 grid gap-6">
            <DeletionNotice deletionAt={user.deletionAt} />
            <Card>
              <dl className="grid gap-x-6 sm:grid-cols-[8rem_1fr] sm:gap-y-1 max-sm:[&>dd:not(:last-child)]:mb-3 [&>dd]:wrap-anywhere [&>dt]:font-semibold">
                <dt>{text.name}</dt>
                <dd translate="no">{`${user.firstName} ${user.lastName}`.trim()}</dd>
                <dt>{text.username}</dt>
                <dd translate="no">{user.username}</dd>
                <dt>{text.email}</dt>
                <dd>
                  {user.email === null ? text.noEmail : <span translate="no">{user.email}</span>}
                  {user.email !== null && (sendsMail || user.emailConfirmed) && (
                    <>
                      {" "}
                      <span className="text-muted">
                        ({user.emailConfirmed ? address.confirmed : address.unconfirmed})
                      </span>
                    </>
                  )}
                </dd>
              </dl>
              {paymentsOpen && (
                <Link to="/payments" className="link mt-4 inline-flex min-h-6 items-center">
                  {paymentsMessages.link}
                </Link>
              )}
            </Card>
            <NameCard firstName={user.firstName} lastName={user.lastName} />
            <EmailAddressCard {...user} />
            <LanguageCard language={user.language} />
            <TimeZoneCard timeZone={user.timeZone} />
            <ChangePassword username={user.username} />
            <SessionsCard />
            <ExportCard />
            <DeletionCard {...user} />
            <div className="mt-4">
              <h2 className="text-3xl">{account.developers}</h2>
              <p className="mt-1 text-muted">{account.developersIntro}</p>
            </div>
            <AccessTokens />
            <WebhooksCard />
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function Title() {
  useTitle(text.title);
  return <h1 className="text-4xl">{text.title}</h1>;
}
