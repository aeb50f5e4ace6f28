import type { LegalTextName } from "../../src/features/legal-texts/legal-texts.schema.ts";
import { privacyUrl, termsUrl } from "../environment/server-settings.ts";
import { LegalText } from "../features/legal-texts/legal-text.tsx";
import { legalTextPaths } from "../features/legal-texts/legal-text-key.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useTitle } from "../lib/use-title.ts";
import { shellMessages } from "../texts/shell.ts";
import { NotFoundPage } from "./not-found-page.tsx";

const text = shellMessages.footer;

export function PrivacyPage() {
  return <LegalPage name="privacy" heading={text.privacy} address={privacyUrl} />;
}

export function TermsPage() {
  return <LegalPage name="terms" heading={text.terms} address={termsUrl} />;
}

type LegalPageProps = { name: LegalTextName; heading: string; address: string | null };

/** Public: a text that the operator keeps on this server. */
function LegalPage({ name, heading, address }: LegalPageProps) {
  useTitle(heading);
  if (address !== legalTextPaths[name]) return <NotFoundPage />;
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <LegalText name={name} heading={heading} />
    </PageFrame>
  );
}
