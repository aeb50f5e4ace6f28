import { useState } from "react";
import type { StampChoices } from "../../../../src/features/documents/documents.schema.ts";
import { classes } from "../../../lib/classes.ts";
import { documentsMessages } from "../../../texts/documents.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";
import { findPictured } from "../page-picture.tsx";

const text = documentsMessages.configure;

type PagePreviewProps = { document: DocumentView; choices: StampChoices };
type Shown = { address: string; alt: string };

/**
 * The upload's first page with the stamp that it would get; nothing while that cannot be drawn. While a preview with
 * other choices is drawn, the last one stays. Next to the choices, it keeps its height from the start: if the button
 * below moved, a click could miss it.
 */
export function PagePreview({ document, choices }: PagePreviewProps) {
  const [drawn, setDrawn] = useState<Shown>();
  const [failed, setFailed] = useState<string>();
  if (findPictured(document) !== "original") return null;
  const isPicture = document.fileType.startsWith("image/");
  const writeAlt = isPicture ? text.placeBesideOf : text.placeOf;
  const wanted = {
    address: fileAddress.stampPreview(document.id, choices),
    alt: writeAlt(document.originalName, text.positions[choices.position]),
  };
  if (failed === wanted.address) return null;
  const isWaiting = drawn?.address !== wanted.address;
  return (
    <figure
      aria-busy={isWaiting}
      className="grid justify-items-center gap-2 content-start sm:justify-items-start lg:sticky lg:top-6 lg:min-h-preview-frame lg:shrink-0"
    >
      <figcaption className="text-sm font-semibold text-muted">
        {isPicture ? text.placeBeside : text.place}
      </figcaption>
      <div
        className={classes(
          "relative grid overflow-hidden rounded-lg border border-line",
          drawn === undefined
            ? "h-preview aspect-page animate-pulse bg-sunk"
            : "justify-items-center bg-white",
        )}
      >
        {[drawn, isWaiting ? wanted : undefined].map(
          (shown) =>
            shown && (
              <a
                key={shown.address}
                href={shown.address}
                target="_blank"
                rel="noreferrer"
                className={classes(shown !== drawn && "invisible absolute")}
              >
                <img
                  src={shown.address}
                  alt={shown.alt}
                  className="max-h-preview w-auto max-w-full object-contain lg:max-w-preview"
                  onLoad={() => setDrawn(shown)}
                  onError={() => setFailed(shown.address)}
                />
              </a>
            ),
        )}
      </div>
    </figure>
  );
}
