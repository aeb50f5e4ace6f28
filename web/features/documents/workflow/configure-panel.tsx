import { FileText } from "lucide-react";
import { useState } from "react";
import type { TimestampConfig } from "../../../../src/features/documents/documents.schema.ts";
import type { Language } from "../../../../src/formats/languages.ts";
import { defaultStampPosition } from "../../../../src/formats/stamp/stamp.ts";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Button } from "../../../components/button.tsx";
import { paymentsOpen } from "../../../environment/server-settings.ts";
import { formatCents } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { readersLanguage } from "../../../texts/language.ts";
import type { DocumentView } from "../document.ts";
import { documentsMessages } from "../messages.ts";
import { ProjectChoice } from "../project/project-choice.tsx";
import { isPaid, useDocumentsLeft } from "../queue/pay-all.tsx";
import { OriginalDateField, OtherPartiesField, StampLanguageField } from "../stamp-fields.tsx";
import { PlacedStamp } from "./placed-stamp.tsx";
import { PositionChoice } from "./position-choice.tsx";
import { StageCard } from "./stage-card.tsx";
import { StampPreview } from "./stamp-preview.tsx";

const text = documentsMessages.configure;

type ConfigurePanelProps = {
  document: DocumentView;
  onStart: (config: TimestampConfig) => void;
  onLeave: () => void;
};

export function ConfigurePanel({ document, onStart, onLeave }: ConfigurePanelProps) {
  const [position, setPosition] = useState(document.timestampConfig?.position ?? defaultStampPosition);
  const [originalDate, setOriginalDate] = useState(document.timestampConfig?.originalDate ?? "");
  const [otherParties, setOtherParties] = useState(document.timestampConfig?.otherParties ?? "");
  const [language, setLanguage] = useState<Language>(document.timestampConfig?.language ?? readersLanguage());
  return (
    <StageCard title={text.title}>
      <p className="mt-2 flex items-center gap-2 text-muted">
        <FileText className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          <strong className="text-ink">{document.originalName}</strong> ·{" "}
          {writeSize(Number(document.fileSize))}
        </span>
      </p>
      <form
        className="mt-6 grid gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          onStart({ position, format: "document-timestamp", originalDate, otherParties, language });
        }}
      >
        <div className="grid items-start gap-6 md:grid-cols-[15rem_1fr]">
          <OriginalDateField value={originalDate} hint={text.originalDateHint} onChange={setOriginalDate} />
          <OtherPartiesField value={otherParties} hint={text.otherPartiesHint} onChange={setOtherParties} />
        </div>
        <ProjectChoice documentId={document.id} />
        <PositionChoice value={position} onChange={setPosition} />
        <div className="flex flex-col gap-6 md:flex-row md:items-start">
          <PlacedStamp document={document} position={position} />
          <div className="grid min-w-0 grow gap-6">
            <StampPreview position={position} language={language} />
            <div className="md:max-w-[15rem]">
              <StampLanguageField value={language} onChange={setLanguage} />
            </div>
          </div>
        </div>
        <Price document={document} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{text.start}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {text.change}
          </Button>
        </div>
      </form>
    </StageCard>
  );
}

/** What the document costs, if it is not paid for yet and neither the plan nor a credit can pay for it. */
function Price({ document }: { document: DocumentView }) {
  const { data: status } = trpc.billing.status.useQuery();
  const { data: plans } = trpc.billing.plans.useQuery();
  const isFree = useDocumentsLeft() > 0 || status?.canRedeemCredit;
  if (!paymentsOpen || !plans || isFree || isPaid(document)) return null;
  return <p className="font-semibold text-warn">{text.costs(formatCents(plans.payper.price))}</p>;
}
