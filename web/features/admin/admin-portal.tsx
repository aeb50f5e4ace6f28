import { getRouteApi } from "@tanstack/react-router";
import { Tabs } from "../../components/tabs.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { adminMessages as text } from "../../texts/admin.ts";
import { type AdminTab, adminTabs } from "./admin-address.ts";
import { AnchorsSection } from "./anchors-section.tsx";
import { AuditSection } from "./audit/audit-section.tsx";
import { CreditsPanel } from "./credits/credits-panel.tsx";
import { DocumentsPanel } from "./documents/documents-panel.tsx";
import { FiguresSection } from "./figures/figures-section.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { MailsSection } from "./mails/mails-section.tsx";
import { TicketsPanel } from "./tickets/tickets-panel.tsx";
import { TrustedListsSection } from "./trusted-lists-section.tsx";
import { UsersPanel } from "./users/users-panel.tsx";

/** The other tabs do not use the filters of the list of users. */
const noUserChoices = {
  plan: undefined,
  active: undefined,
  admin: undefined,
  confirmed: undefined,
  sort: undefined,
  user: undefined,
  page: undefined,
} as const;

const route = getRouteApi("/admin");

/** The four tabs, with the open one in the address; the figures are above the first. Below them is the audit log. */
export function AdminPortal() {
  const { tab: open = "documents" } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(text.title);
  const panels: Record<AdminTab, React.ReactNode> = {
    documents: <DocumentsPanel />,
    users: <UsersPanel shown={open === "users"} />,
    tickets: <TicketsPanel shown={open === "tickets"} />,
    credits: <CreditsPanel />,
  };
  const tabs = adminTabs.map((id) => ({ id, label: text.tabs[id], panel: panels[id] }));
  const onOpen = (tab: AdminTab) =>
    void navigate({
      search: (address) => ({
        ...address,
        tab: tab === "documents" ? undefined : tab,
        find: undefined,
        status: undefined,
        ticket: undefined,
        ...noUserChoices,
      }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      <h1 className="text-title">{text.title}</h1>
      <p className="mt-3 mb-6 text-muted">{text.intro}</p>
      {open === "documents" && <FirstSteps />}
      {open === "documents" && <FiguresSection />}
      <Tabs label={text.tabsLabel} tabs={tabs} open={open} onOpen={onOpen} />
      <MailsSection />
      <AnchorsSection />
      <TrustedListsSection />
      <AuditSection />
    </>
  );
}
