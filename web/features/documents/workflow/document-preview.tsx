import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { classes } from "../../../lib/classes.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";

const text = documentsMessages.completed;

/** Page one of the stamped copy, which opens the whole copy; the browser's viewer if there is no picture of it. */
export function DocumentPreview({ document }: { document: DocumentView }) {
  const [state, setState] = useState<"loading" | "drawn" | "failed">("loading");
  const address = fileAddress.preview(document.id);
  const label = text.previewOf(document.originalName);
  return (
    <div className="grid content-start justify-items-center gap-2">
      {state !== "failed" ? (
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          tabIndex={-1}
          className={classes(
            "block max-w-full overflow-hidden rounded-lg border border-line",
            // As high as most pages will be, so that nothing below them moves.
            state === "loading" ? "h-panel aspect-page animate-pulse bg-sunk" : "bg-white",
          )}
        >
          <img
            src={fileAddress.picture(document.id, "stamped", "large")}
            alt={label}
            className="mx-auto max-h-panel w-auto object-contain"
            onLoad={() => setState("drawn")}
            onError={() => setState("failed")}
          />
        </a>
      ) : (
        <iframe
          src={fileAddress.framedPreview(document.id)}
          title={label}
          className="h-panel w-full rounded-lg border border-line bg-white"
        />
      )}
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="link inline-flex min-h-6 items-center gap-2"
      >
        {text.openPreview}
        <ExternalLink className="size-4" aria-hidden="true" />
      </a>
    </div>
  );
}
