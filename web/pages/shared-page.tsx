import { Link } from "@tanstack/react-router";
import { Clock, Download } from "lucide-react";
import { useState } from "react";
import { sharedLinkDays } from "../../src/features/documents/email.schema.ts";
import { Button, buttonClasses } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { emailMessages } from "../features/documents/email/messages.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { SiteHeader } from "../features/shell/site-header.tsx";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";

/**
 * The target of links in our emails. The token follows the # in the address, which browsers do not send; a form sends
 * it in its body.
 */
export function SharedPage() {
  const [token] = useState(() => location.hash.slice(1));
  return token === "" ? <ExpiredLinkPage /> : <Downloads token={token} />;
}

function Downloads({ token }: { token: string }) {
  const text = emailMessages.shared;
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<SiteHeader />} narrow>
      <h1 className="mb-4 text-3xl">{text.title}</h1>
      <p>{text.intro(sharedLinkDays)}</p>
      <div className="mt-6 flex flex-col items-start gap-3">
        <DownloadForm file="download" token={token} label={text.stampedCopy} variant="primary" />
        <DownloadForm file="certificate" token={token} label={text.certificate} variant="secondary" />
        <DownloadForm file="evidence" token={token} label={text.evidence} variant="secondary" />
      </div>
      <p className="mt-4 text-muted">{text.evidenceHint}</p>
    </PageFrame>
  );
}

type DownloadFormProps = {
  file: "download" | "certificate" | "evidence";
  token: string;
  label: string;
  variant: "primary" | "secondary";
};

function DownloadForm({ file, token, label, variant }: DownloadFormProps) {
  return (
    <form method="post" action={`/api/shared/${file}`}>
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant={variant}>
        <Download className="size-5" aria-hidden="true" />
        {label}
      </Button>
    </form>
  );
}

/** The page for a link that has expired or is incomplete. */
export function ExpiredLinkPage() {
  const text = emailMessages.sharedLink;
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<SiteHeader />} narrow>
      <h1 className="mb-4 text-3xl">{text.title}</h1>
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        <p>{text.reason(sharedLinkDays)}</p>
        <p className="mt-2">{text.remedy}</p>
      </Notice>
      <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
        {text.home}
      </Link>
    </PageFrame>
  );
}
