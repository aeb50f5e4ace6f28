import { getRouteApi, Link, useLocation } from "@tanstack/react-router";
import { Clock } from "lucide-react";
import type { ReactNode } from "react";
import { downloadRefusals } from "../../src/features/projects/shares.schema.ts";
import { buttonClasses } from "../components/button.tsx";
import { Notice } from "../components/notice.tsx";
import { OpenedShare } from "../features/sharing/opened-share.tsx";
import { PageFrame } from "../features/shell/page-frame.tsx";
import { PublicHeader } from "../features/shell/public-header.tsx";
import { readFragment } from "../lib/fragment.ts";
import { useNoIndex } from "../lib/use-no-index.ts";
import { useTitle } from "../lib/use-title.ts";
import { sharingMessages } from "../texts/sharing.ts";

const route = getRouteApi("/api/share/$file");

/** The page of a shared project, for anyone with the link. Browsers do not send what follows the # in its address. */
export function SharePage() {
  const token = useLocation({ select: ({ hash }) => readFragment(hash) });
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />}>
      <OpenedShare key={token} token={token} over={<ShareOver />} />
    </PageFrame>
  );
}

/** The page for a download from a link that no longer works, or that refuses this one. */
export function EndedSharePage() {
  const { file } = route.useParams();
  const refusal = downloadRefusals.find((code) => code === file);
  useNoIndex();
  return (
    <PageFrame header={<PublicHeader />} narrow>
      {refusal ? <Refused refusal={refusal} /> : <ShareOver />}
    </PageFrame>
  );
}

function Refused({ refusal }: { refusal: (typeof downloadRefusals)[number] }) {
  const { title, reasons, remedies } = sharingMessages.refused;
  return (
    <Failed title={title}>
      <p>{reasons[refusal]}</p>
      <p className="mt-2">{remedies[refusal]}</p>
    </Failed>
  );
}

/** The same message for a link that has ended and for one that never existed. */
function ShareOver() {
  const { title, text } = sharingMessages.over;
  return <Failed title={title}>{text}</Failed>;
}

function Failed({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <h1 className="mb-4 text-title">{title}</h1>
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        {children}
      </Notice>
      <Link to="/" className={`${buttonClasses({ variant: "secondary" })} mt-6`}>
        {sharingMessages.over.home}
      </Link>
    </>
  );
}
