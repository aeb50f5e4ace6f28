import { type ReactNode, useState } from "react";
import type { TimestampConfig } from "../../../../db/columns/documents.ts";
import { fileTypes } from "../../../../src/formats/file-types.ts";
import type { Language } from "../../../../src/formats/languages.ts";
import { defaultQrCodeChoice, defaultStampPosition } from "../../../../src/formats/stamp/stamp.ts";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Button } from "../../../components/button.tsx";
import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { paymentsOpen } from "../../../environment/server-settings.ts";
import { formatCents } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { readersLanguage } from "../../../texts/language.ts";
import { useDraftedValues, useDraftKeeping } from "../../accounts/use-drafted-form.ts";
import type { DocumentView } from "../document.ts";
import { ProjectChoice } from "../project/project-choice.tsx";
import { isPaid, useDocumentsLeft } from "../queue/pay-all.tsx";
import {
  IdentityFields,
  OriginalDateField,
  OtherPartiesField,
  QrCodeField,
  type Shown,
  StampLanguageField,
} from "../stamp-fields.tsx";
import { PagePreview } from "./page-preview.tsx";
import { PositionChoice } from "./position-choice.tsx";
import { StageCard } from "./stage-card.tsx";
import { StampPreview } from "./stamp-preview.tsx";
import { setupName } from "./workflow.ts";

const text = documentsMessages.configure;

type ConfigurePanelProps = {
  document: DocumentView;
  onStart: (config: TimestampConfig) => void;
  onLeave: () => void;
};

/**
 * The choices for a stamp next to page one as it will look. The button to stamp stays in view, and what most people
 * leave empty is folded. What was typed there is a draft until the document is started (use-workflow.ts).
 */
export function ConfigurePanel({ document, onStart, onLeave }: ConfigurePanelProps) {
  const [position, setPosition] = useState(document.timestampConfig?.position ?? defaultStampPosition);
  const { originalDate = "", otherParties = "" } = document.timestampConfig ?? {};
  const chosen = { originalDate, otherParties };
  const formName = setupName(document.id);
  const [words, setWords] = useState(useDraftedValues(formName, chosen));
  useDraftKeeping({ nameOf: () => formName, written: ["originalDate", "otherParties"] }, words, chosen);
  const [language, setLanguage] = useState<Language>(document.timestampConfig?.language ?? readersLanguage());
  const [qrCode, setQrCode] = useState(document.timestampConfig?.qrCode ?? defaultQrCodeChoice);
  // Not from an earlier start: in an office, that may have been another member's choice about themselves.
  const [shown, setShown] = useState<Shown>({});
  return (
    <StageCard title={text.title}>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-muted">
        <span className="min-w-0 wrap-anywhere">
          <strong className="text-ink">{document.originalName}</strong> ·{" "}
          {writeSize(Number(document.fileSize))}
        </span>
        <Button variant="quiet" size="small" className="-mx-3" onClick={onLeave}>
          {text.change}
        </Button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const choices = { position, ...words, language, qrCode, ...shown };
          onStart({ ...choices, format: "document-timestamp" });
        }}
      >
        <div className="mt-3 flex flex-col gap-6 lg:flex-row lg:items-start lg:gap-8">
          <PagePreview
            document={document}
            choices={{ position, language, qrCode, showName: shown.showName }}
          />
          <div className="grid min-w-0 grow gap-4">
            <PositionChoice value={position} onChange={setPosition} />
            <StampPreview position={position} language={language} showName={shown.showName} />
            <Folded isOpen={words.originalDate !== "" || words.otherParties !== ""}>
              <OriginalDateField
                value={words.originalDate}
                hint={text.originalDateHint}
                onChange={(originalDate) => setWords({ ...words, originalDate })}
              />
              <OtherPartiesField
                value={words.otherParties}
                hint={text.otherPartiesHint}
                onChange={(otherParties) => setWords({ ...words, otherParties })}
              />
              <StampLanguageField value={language} onChange={setLanguage} />
              <QrCodeField
                value={qrCode}
                maySign={document.fileType === fileTypes.pdf}
                onChange={setQrCode}
              />
              <IdentityFields {...shown} onChange={setShown} />
              <ProjectChoice documentId={document.id} />
            </Folded>
          </div>
        </div>
        <div
          data-action-bar=""
          className="bottom-0 z-10 -mx-4 mt-6 -mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-b-panel border-t border-line bg-card px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6 tall:sticky"
        >
          <Button type="submit" className="max-sm:order-last max-sm:w-full">
            {text.start}
          </Button>
          <Price document={document} />
        </div>
      </form>
    </StageCard>
  );
}

/** What is on the certificate only, or has a good default. It is open from the start if something is in it. */
function Folded({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen] = useState(isOpen);
  return (
    <details className="rounded-panel border border-line bg-paper px-4" open={wasOpen}>
      <summary className="flex min-h-11 items-center gap-3 py-2">
        <span className="min-w-0 grow">
          <span className="font-semibold">{text.more}</span>{" "}
          <span className="text-sm text-muted">{text.moreHint}</span>
        </span>
        <DisclosureMark />
      </summary>
      <div className="grid gap-4 border-t border-line py-4">{children}</div>
    </details>
  );
}

/** What the document costs, if it is not paid for yet and neither the plan nor a credit can pay for it. */
function Price({ document }: { document: DocumentView }) {
  const { data: status } = trpc.billing.status.useQuery();
  const { data: plans } = trpc.billing.plans.useQuery();
  const isFree = useDocumentsLeft() > 0 || status?.canRedeemCredit;
  if (!paymentsOpen || !plans || isFree || isPaid(document)) return null;
  return (
    <p className="font-semibold text-warn max-sm:text-sm">{text.costs(formatCents(plans.payper.price))}</p>
  );
}
