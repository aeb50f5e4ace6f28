import { Link } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { sharedLinkDays } from "../../src/documents/email.schema.ts";
import { buttonLook } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { emailMessages } from "../features/documents/email/messages.ts";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { SiteHeader } from "../features/shell/site-header.tsx";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";

const text = emailMessages.sharedLink;

/** What a person sees who opens a link of a mail that is over: its file is loaded under the same address. */
export function SharedLinkPage() {
  useTitle(text.title);
  useNoIndex();
  return (
    <PageFrame header={<SiteHeader />} narrow>
      <h1 className="mb-4 text-3xl">{text.title}</h1>
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        <p>{text.reason(sharedLinkDays)}</p>
        <p className="mt-2">{text.remedy}</p>
      </Notice>
      <Link to="/" className={`${buttonLook({ look: "secondary" })} mt-6`}>
        {text.home}
      </Link>
    </PageFrame>
  );
}
