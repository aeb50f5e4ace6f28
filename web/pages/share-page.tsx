import { Link, useLocation } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import { buttonClasses } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { OpenedShare } from "../features/sharing/opened-share.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { sharingMessages } from "../texts/sharing.ts";

/** The page of a shared project, for anyone with the link. Browsers do not send what follows the # in its address. */
export function SharePage() {
  const token = useLocation({ select: ({ hash }) => hash });
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />}>
      <OpenedShare key={token} token={token} over={<ShareOver />} />
    </PageFrame>
  );
}

/** The page for a download from a link that no longer works. */
export function EndedSharePage() {
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      <ShareOver />
    </PageFrame>
  );
}

/** The same message for a link that has ended and for one that never existed. */
function ShareOver() {
  const text = sharingMessages.over;
  useTitle(text.title);
  return (
    <>
      <h1 className="mb-4 text-title">{text.title}</h1>
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        {text.text}
      </Notice>
      <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
        {text.home}
      </Link>
    </>
  );
}
