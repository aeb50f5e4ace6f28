import { PageFrame } from "../features/shell/page-frame.tsx";
import { UserHeader } from "../features/shell/user-header.tsx";
import { TicketList } from "../features/support/ticket-list.tsx";
import { useTitle } from "../lib/use-title.ts";
import { supportMessages } from "../texts/support.ts";
import { SignedInOnly } from "./signed-in-only.tsx";

const text = supportMessages.tickets;

export function MyTicketsPage() {
  useTitle(text.title);
  return (
    <SignedInOnly>
      {(user) => (
        <PageFrame header={<UserHeader user={user} isSupport />}>
          <h1 className="text-title">{text.title}</h1>
          <p className="mt-3 mb-8 text-muted">{text.intro}</p>
          <TicketList />
        </PageFrame>
      )}
    </SignedInOnly>
  );
}
