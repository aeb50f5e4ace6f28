import { Link } from "@tanstack/react-router";
import { Award, CircleCheck, Download, ExternalLink, Info, Package } from "lucide-react";
import { Button, buttonLook } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { translate } from "../../../texts/translation.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";
import { documentsMessages } from "../messages.ts";
import { useDownload } from "../use-download.ts";
import { DocumentPreview } from "./document-preview.tsx";
import { StageCard } from "./stage-card.tsx";

const text = documentsMessages.completed;

type CompletedPanelProps = { document: DocumentView; onAnother: () => void };

export function CompletedPanel({ document, onAnother }: CompletedPanelProps) {
  const title = (
    <span className="flex items-center gap-2.5">
      <CircleCheck className="size-7 shrink-0 text-good" aria-hidden="true" />
      {text.title}
    </span>
  );
  return (
    <StageCard title={title}>
      <p className="mt-2 wrap-anywhere">
        <strong>{document.originalName}</strong>
      </p>
      {document.serialNumber && (
        <p className="text-muted tabular-nums wrap-anywhere">{text.text(document.serialNumber)}</p>
      )}
      <Actions document={document} />
      <Notes document={document} />
      <DocumentPreview document={document} />
      <Button look="secondary" onClick={onAnother} className="mt-6">
        {text.another}
      </Button>
    </StageCard>
  );
}

function Actions({ document: { id, serialNumber } }: { document: DocumentView }) {
  const download = useDownload();
  return (
    <div className="mt-5 grid gap-3 max-sm:*:px-2 sm:flex sm:flex-wrap">
      <a href={fileAddress.stamped(id)} download onClick={download} className={buttonLook()}>
        <Download className="size-5 shrink-0" aria-hidden="true" />
        {text.download}
      </a>
      <a href={fileAddress.certificate(id)} download onClick={download} className={buttonLook()}>
        <Award className="size-5 shrink-0" aria-hidden="true" />
        {text.certificate}
      </a>
      <a
        href={fileAddress.evidence(id)}
        download
        onClick={download}
        className={buttonLook({ look: "secondary" })}
      >
        <Package className="size-5 shrink-0" aria-hidden="true" />
        {text.evidence}
      </a>
      {serialNumber && (
        <Link
          to="/verify/$serialNumber"
          params={{ serialNumber }}
          target="_blank"
          className={buttonLook({ look: "secondary" })}
        >
          <ExternalLink className="size-5 shrink-0" aria-hidden="true" />
          {text.verify}
        </Link>
      )}
    </div>
  );
}

function Notes({ document: { noteMessages, originalKept } }: { document: DocumentView }) {
  const said = noteMessages.map(translate);
  const sentences = originalKept ? [text.kept, ...said] : said;
  if (sentences.length === 0) return null;
  return (
    <div className="mt-5">
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
