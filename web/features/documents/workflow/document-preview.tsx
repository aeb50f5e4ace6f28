import { ExternalLink } from "lucide-react";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";
import { documentsMessages } from "../messages.ts";

const text = documentsMessages.completed;

/** The stamped copy inside the page, with a link for browsers that cannot show PDFs inline. */
export function DocumentPreview({ document }: { document: DocumentView }) {
  const address = fileAddress.preview(document.id);
  const label = text.previewOf(document.originalName);
  return (
    <section aria-labelledby="preview-title" className="mt-6">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-3">
        <h3 id="preview-title" className="text-xl">
          {text.preview}
        </h3>
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex min-h-6 items-center gap-1.5"
        >
          {text.openPreview}
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      </div>
      <div className="overflow-hidden rounded-xl border border-line bg-white">
        {document.stampedType?.startsWith("image/") ? (
          <img src={address} alt={label} className="mx-auto max-h-[36rem] w-auto object-contain" />
        ) : (
          <iframe
            src={fileAddress.framedPreview(document.id)}
            title={label}
            className="h-[36rem] max-h-[75vh] w-full"
          />
        )}
      </div>
    </section>
  );
}
