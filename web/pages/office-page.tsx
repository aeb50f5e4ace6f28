import { CircleAlert } from "lucide-react";
import type { CurrentUser } from "../../src/features/accounts/accounts.output.schema.ts";
import { FailedNotice } from "../components/failed-notice.tsx";
import { Notice } from "../components/notice.tsx";
import { AccessCard } from "../features/offices/access-card.tsx";
import { DomainsCard } from "../features/offices/domains-card.tsx";
import { InvitationsCard } from "../features/offices/invitations-card.tsx";
import { LogCard } from "../features/offices/log-card.tsx";
import { KeepButton, ManageCard } from "../features/offices/manage-card.tsx";
import { MembersCard } from "../features/offices/members-card.tsx";
import { NewOffice, OwnOffices } from "../features/offices/own-offices.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { formatDay } from "../lib/format.ts";
import { trpc } from "../lib/trpc.ts";
import { useTitle } from "../lib/use-title.ts";
import { officesMessages as text } from "../texts/offices.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

/** The user's offices, and the one that they work for: members, invitations, and for owners what happened. */
export function OfficePage() {
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} />} narrow>
          <Title />
          <p className="mt-2 text-muted">{text.intro}</p>
          <div className="mt-6 grid gap-6">
            <OwnOffices office={user.office} />
            {user.office ? <CurrentOffice /> : <NewOffice />}
          </div>
        </PageFrame>
      )}
    </SignedInOnly>
  );
}

function CurrentOffice() {
  const office = trpc.offices.get.useQuery();
  if (office.isPending)
    return (
      <p role="status" className="text-muted">
        {text.loading}
      </p>
    );
  if (office.isError)
    return (
      <FailedNotice again={text.again} onRetry={() => office.refetch()}>
        {text.failedToLoad}
      </FailedNotice>
    );
  const { role, deletionAt } = office.data;
  return (
    <>
      {deletionAt !== null && (
        <Notice tone="warn" icon={<CircleAlert aria-hidden="true" />}>
          <p>{text.closing(formatDay(Date.parse(deletionAt)))}</p>
          {role === "owner" && <KeepButton />}
        </Notice>
      )}
      <MembersCard office={office.data} />
      {mayInvite(role) && <InvitationsCard office={office.data} />}
      {mayInvite(role) && <DomainsCard role={role} />}
      {role === "owner" && (
        <>
          <AccessCard />
          <LogCard members={office.data.members} />
          <ManageCard office={office.data} />
        </>
      )}
    </>
  );
}

const mayInvite = (role: NonNullable<CurrentUser["office"]>["role"]) =>
  role === "manager" || role === "owner";

function Title() {
  useTitle(text.title);
  return <h1 className="text-title">{text.title}</h1>;
}
