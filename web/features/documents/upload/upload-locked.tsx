import { Lock } from "lucide-react";
import { documentsMessages } from "../../../texts/documents.ts";
import type { Stage } from "../workflow/workflow.ts";

const text = documentsMessages.upload;

/** The upload zone while another document is being processed: closed, with a note about how to open it. */
export function UploadLocked({ stage }: { stage: Exclude<Stage, "idle"> }) {
  return (
    <section
      aria-label={text.title}
      className="flex items-center gap-3 rounded-panel border border-dashed border-field-line px-4 py-3 text-muted sm:px-6"
    >
      <Lock className="size-5 shrink-0" aria-hidden="true" />
      <p>{text.locked[stage]}</p>
    </section>
  );
}
