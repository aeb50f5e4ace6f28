import { Link } from "@tanstack/react-router";
import {
  Award,
  CircleCheck,
  Download,
  ExternalLink,
  Info,
  type LucideIcon,
  Mail,
  Package,
  ReceiptText,
} from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, buttonClasses } from "../../../components/button.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { Notice } from "../../../components/notice.tsx";
import { SerialNumber } from "../../../components/serial-number.tsx";
import { documentsMessages } from "../../../texts/documents.ts";
import { translate } from "../../../texts/translation.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";
import { useDownload } from "../use-download.ts";
import { WitnessHint } from "../witness-hint.tsx";
import { DocumentPreview } from "./document-preview.tsx";
import { ShareResults } from "./share-results.tsx";
import { StageCard } from "./stage-card.tsx";

const EmailDialog = lazy(async () => ({ default: (await import("../email/email-dialog.tsx")).EmailDialog }));

const text = documentsMessages.completed;

type CompletedPanelProps = { document: DocumentView; onAnother: () => void };

/** The finished document: page one, the most common next steps, and the rest on request. */
export function CompletedPanel({ document, onAnother }: CompletedPanelProps) {
  const title = (
    <span className="flex items-center gap-2">
      <CircleCheck className="size-6 shrink-0 text-good" aria-hidden="true" />
      {text.title}
    </span>
  );
  return (
    <StageCard title={title}>
      <div className="mt-3 grid gap-6 md:grid-cols-aside">
        <div className="min-w-0">
          <p className="wrap-anywhere">
            <strong translate="no">{document.originalName}</strong>
          </p>
          {document.serialNumber && (
            <p className="text-muted">
              {text.serial} <SerialNumber>{document.serialNumber}</SerialNumber>
            </p>
          )}
          <p className="mt-3">{text.give}</p>
          <Actions document={document} />
          <Notes document={document} />
          <Button variant="secondary" onClick={onAnother} className="mt-6">
            {text.another}
          </Button>
        </div>
        <DocumentPreview document={document} />
      </div>
    </StageCard>
  );
}

function Actions({ document }: { document: DocumentView }) {
  const [isMailing, setMailing] = useState(false);
  const { id, serialNumber } = document;
  return (
    <div className="mt-6 grid max-w-form gap-3">
      <FileLink href={fileAddress.stamped(id)} icon={Download} label={text.download} variant="primary" />
      <div className="grid gap-3 sm:grid-cols-2">
        <FileLink href={fileAddress.certificate(id)} icon={Award} label={text.certificate} />
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setMailing(true)}>
          <Mail className="size-5 shrink-0" aria-hidden="true" />
          {text.email}
        </Button>
      </div>
      <ShareResults document={document} />
      {document.paymentCompleted === "true" && (
        <Link
          to="/payments"
          target="_blank"
          className="link inline-flex min-h-6 items-center gap-2 justify-self-start"
        >
          <ReceiptText className="size-4 shrink-0" aria-hidden="true" />
          {text.receipt}
        </Link>
      )}
      <details>
        <summary className="link inline-flex min-h-11 items-center gap-2 font-semibold">
          {text.more}
          <DisclosureMark />
        </summary>
        <div className="mt-1 grid gap-3">
          <FileLink href={fileAddress.evidence(id)} icon={Package} label={text.evidence} />
          {document.processedAt && <WitnessHint time={document.processedAt} timeZone={document.timeZone} />}
          {serialNumber && (
            <Link
              to="/verify/$serialNumber"
              params={{ serialNumber }}
              target="_blank"
              className={buttonClasses({ variant: "secondary" })}
            >
              <ExternalLink className="size-5 shrink-0" aria-hidden="true" />
              {text.verify}
            </Link>
          )}
        </div>
      </details>
      {isMailing && (
        <Suspense>
          <EmailDialog documents={[document]} onClose={() => setMailing(false)} />
        </Suspense>
      )}
    </div>
  );
}

type FileLinkProps = { href: string; icon: LucideIcon; label: string; variant?: "primary" | "secondary" };

function FileLink({ href, icon: Icon, label, variant = "secondary" }: FileLinkProps) {
  const download = useDownload();
  return (
    <a href={href} download onClick={download} className={buttonClasses({ variant })}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      {label}
    </a>
  );
}

function Notes({ document: { noteMessages, originalKept } }: { document: DocumentView }) {
  const said = noteMessages.map(translate);
  const sentences = originalKept ? [text.kept, ...said] : said;
  if (sentences.length === 0) return null;
  return (
    <div className="mt-6">
      <Notice tone="brand" icon={<Info aria-hidden="true" />}>
        <ul className="grid gap-1" aria-label={text.notes}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
