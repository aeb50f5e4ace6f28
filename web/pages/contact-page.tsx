import { comingMessages } from "../features/coming/messages.ts";
import { PlainPage } from "../features/coming/plain-page.tsx";
import { SiteHeader } from "../features/shell/site-header.tsx";

export function ContactPage() {
  return <PlainPage header={<SiteHeader />} {...comingMessages.contact} />;
}
