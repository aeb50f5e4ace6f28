import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { TicketCategory } from "../../../src/features/support/support.schema.ts";
import { Tabs } from "../../components/tabs.tsx";
import { supportMessages } from "../../texts/support.ts";
import { useHadDraft } from "../accounts/use-drafted-form.ts";
import { FaqList } from "../faq/faq-list.tsx";
import { preselectCategory } from "./preselect-category.ts";
import { QuickHelp } from "./quick-help.tsx";
import { ResponseTimes } from "./response-times.tsx";
import { TicketForm, ticketFormName } from "./ticket-form.tsx";

const text = supportMessages.tabs;
const route = getRouteApi("/support");

/** The FAQ and the ticket form in tabs; the address says which one is open. A draft opens its form. */
export function SupportDesk({ email }: { email: string }) {
  const hadDraft = useHadDraft(ticketFormName);
  const [isAtDraft, setAtDraft] = useState(hadDraft);
  const { tab = isAtDraft ? "contact" : "faq" } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: "faq" | "contact") => {
    setAtDraft(false);
    void navigate({ search: next === "contact" ? { tab: next } : {}, replace: true, resetScroll: false });
  };
  const choose = (category: TicketCategory) => {
    open("contact");
    preselectCategory(category);
  };
  const contact = (
    <div className="grid items-start gap-6 lg:grid-cols-aside">
      <TicketForm email={email} />
      <ResponseTimes />
    </div>
  );
  return (
    <div className="grid gap-12">
      <QuickHelp onChoose={choose} />
      <Tabs
        label={text.label}
        tabs={[
          { id: "faq", label: text.faq, panel: <FaqList /> },
          { id: "contact", label: text.contact, panel: contact },
        ]}
        open={tab}
        onOpen={open}
      />
    </div>
  );
}
