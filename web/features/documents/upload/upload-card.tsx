import { Link } from "@tanstack/react-router";
import { Files, Lightbulb } from "lucide-react";
import { useId } from "react";
import { Card } from "../../../components/card.tsx";
import { documentsMessages } from "../../../texts/documents.ts";
import { PagesLink } from "../../photographed-pages/pages-link.tsx";
import { stageTitleId } from "../workflow/use-focus-on-stage.ts";
import { DropZone } from "./drop-zone.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import type { useOwnership } from "./use-ownership.ts";
import { type UploadEvents, useUpload } from "./use-upload.ts";
import { useWordRefusal } from "./use-word-refusal.ts";

const text = documentsMessages.upload;

type UploadCardProps = UploadEvents & {
  ownership: ReturnType<typeof useOwnership>;
};

/** The upload card: ownership statement, drop zone, progress, advice. */
export function UploadCard({ ownership, ...events }: UploadCardProps) {
  const wordRefusal = useWordRefusal();
  const { isConfirmed, keep } = ownership;
  const { uploading, upload } = useUpload(
    {
      ...events,
      onUploaded: (document) => {
        keep();
        events.onUploaded(document);
      },
      onSeveral: (files) => {
        keep();
        events.onSeveral(files);
      },
    },
    wordRefusal,
  );
  return (
    <Card aria-labelledby={stageTitleId}>
      <h2 id={stageTitleId} tabIndex={-1} className="text-heading">
        {text.title}
      </h2>
      <OwnershipTick {...ownership} />
      {uploading ? (
        <UploadProgress uploading={uploading} />
      ) : (
        <DropZone
          enabled={isConfirmed}
          wordRefusal={wordRefusal}
          onFiles={(files) => upload(files, isConfirmed)}
        />
      )}
      <PagesLink />
      <div className="mt-6 grid gap-x-8 gap-y-4 max-sm:text-sm md:grid-cols-2">
        <Guidance />
        <p className="text-muted">
          {text.visible}{" "}
          <Link to="/faq" hash="privacy" className="link">
            {text.visibleMore}
          </Link>
        </p>
      </div>
      <p className="mt-4">
        <Link to="/collections/new" className="link inline-flex min-h-6 gap-2">
          <Files className="size-5 h-lh shrink-0" aria-hidden="true" />
          {documentsMessages.collections.link}
        </Link>
      </p>
      <LeaveDialog active={uploading !== undefined} />
    </Card>
  );
}

/** The confirmation that every upload needs. */
export function OwnershipTick({ isConfirmed, isKept, confirm }: ReturnType<typeof useOwnership>) {
  const id = useId();
  return (
    <div className="mt-3 mb-4 flex gap-3 sm:mt-4">
      <input
        id={id}
        type="checkbox"
        aria-describedby={`${id}-hint`}
        checked={isConfirmed}
        onChange={(event) => confirm(event.target.checked)}
        className="size-6 shrink-0 accent-brand"
      />
      <div className="max-w-text">
        <label htmlFor={id} className="max-sm:block max-sm:text-sm max-sm:leading-snug">
          {text.ownership}
        </label>
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted max-sm:leading-snug">
          {isKept ? text.ownershipKept : text.ownershipHint}
        </p>
      </div>
    </div>
  );
}

function Guidance() {
  return (
    <div className="flex gap-3 text-muted">
      <Lightbulb className="size-5 h-lh shrink-0 text-seal" aria-hidden="true" />
      <div>
        <p className="font-semibold text-ink">{text.guidance}</p>
        <ul className="list-disc pl-4">
          <li>{text.guidanceWords}</li>
          <li>{text.guidanceName}</li>
        </ul>
      </div>
    </div>
  );
}
