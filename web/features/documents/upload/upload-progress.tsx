import { useEffect, useRef } from "react";
import { writeSize } from "../../../../src/formats/written-size.ts";
import { Button } from "../../../components/button.tsx";
import { ProgressBar } from "../../../components/progress-bar.tsx";
import { formatTimeLeft } from "../../../lib/format.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import { computePercent, roundToQuarter, secondsLeft } from "./transfer.ts";
import type { Uploading } from "./use-upload.ts";

const text = documentsMessages.upload;

export function UploadProgress({ uploading: { name, transfer, cancel } }: { uploading: Uploading }) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => cancelButton.current?.focus(), []);
  const percent = computePercent(transfer);
  const seconds = secondsLeft(transfer);
  const amount = text.amount(writeSize(transfer.loaded), writeSize(transfer.total));
  return (
    <div className="rounded-panel border-2 border-line bg-paper p-6">
      <p className="mb-3 font-semibold wrap-anywhere">{text.uploading(name)}</p>
      <ProgressBar label={text.progressLabel} percent={percent} valueText={`${percent}%, ${amount}`} />
      <p role="status" className="sr-only">
        {text.uploading(name)}, {roundToQuarter(percent)}%
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted tabular-nums" aria-hidden="true">
          <strong className="text-ink">{percent}%</strong> · {amount}
          {seconds !== undefined && ` · ${formatTimeLeft(seconds)}`}
        </p>
        <Button ref={cancelButton} variant="secondary" size="small" onClick={cancel}>
          {text.cancel}
        </Button>
      </div>
    </div>
  );
}
