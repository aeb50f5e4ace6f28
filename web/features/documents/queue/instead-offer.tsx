import { useNavigate } from "@tanstack/react-router";
import { Files } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { queueMessages as text } from "../../../texts/upload-queue.ts";
import { handOver } from "../../collections/handed-over.ts";
import { useDocumentsLeft } from "./pay-all.tsx";
import { canRetry, type QueueRow } from "./queue.ts";
import type { Phase } from "./row-phase.ts";

/** Phases in which a file has used a stamp, or is about to. */
const stamping: Phase[] = ["starting", "processing", "completed"];

/**
 * Offers one collection instead of these documents where that uses fewer stamps. Any file can be in a collection, also
 * one that was refused as a document.
 */
export function InsteadOffer({ rows }: { rows: { row: QueueRow; phase: Phase }[] }) {
  const navigate = useNavigate();
  const left = useDocumentsLeft();
  const open = rows.filter(({ phase }) => !stamping.includes(phase));
  const files = open.flatMap(({ row: { file, state } }) =>
    file instanceof File
      ? [{ file, documentId: state.kind === "uploaded" ? state.document.id : undefined }]
      : [],
  );
  const stamps = open.filter(({ row, phase }) => phase !== "failed" || canRetry(row.state)).length;
  if (left === Number.POSITIVE_INFINITY || stamps < 2 || files.length < open.length) return null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-field grow basis-0 text-muted">{text.instead.text(stamps)}</p>
      <Button
        variant="secondary"
        onClick={() => {
          handOver(files);
          // Nothing is lost: the files go along.
          void navigate({ to: "/collections/new", ignoreBlocker: true });
        }}
      >
        <Files className="size-5 shrink-0" aria-hidden="true" />
        {text.instead.button}
      </Button>
    </div>
  );
}
