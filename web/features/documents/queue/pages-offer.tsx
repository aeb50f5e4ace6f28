import { useNavigate } from "@tanstack/react-router";
import { ScanText } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { handOverPhotos } from "../../photographed-pages/handed-over-photos.ts";
import { maxPages } from "../../photographed-pages/pages.ts";
import type { QueueRow } from "./queue.ts";
import type { Phase } from "./row-phase.ts";

/** Phases in which a file has used a stamp, or is about to. */
const stamping: Phase[] = ["starting", "processing", "completed"];

type PagesOfferProps = { rows: { row: QueueRow; phase: Phase }[]; projectId: string };

/** Offers one PDF instead of these pictures, for people who photographed the pages of a document. */
export function PagesOffer({ rows, projectId }: PagesOfferProps) {
  const navigate = useNavigate();
  const photos = rows.flatMap(({ row: { file, state }, phase }) =>
    file instanceof File && isPhoto(file) && !stamping.includes(phase)
      ? [{ file, documentId: state.kind === "uploaded" ? state.document.id : undefined }]
      : [],
  );
  if (photos.length < 2 || photos.length > maxPages) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-2">
      <p className="min-w-0 grow basis-field text-muted">{text.pages.text}</p>
      <Button
        variant="secondary"
        size="small"
        onClick={() => {
          handOverPhotos({ photos, projectId });
          // Nothing is lost: the photos go along.
          void navigate({ to: "/photographed-pages", ignoreBlocker: true });
        }}
      >
        <ScanText className="size-5 shrink-0" aria-hidden="true" />
        {text.pages.button}
      </Button>
    </div>
  );
}

/** A TIFF is a scan, and has its pages already. */
const isPhoto = ({ type }: File): boolean => /^image\/(?!tiff)/.test(type);
