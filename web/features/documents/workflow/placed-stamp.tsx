import { useState } from "react";
import type { StampPosition } from "../../../../src/formats/stamp/stamp.ts";
import { classes } from "../../../lib/classes.ts";
import type { DocumentView } from "../document.ts";
import { fileAddress } from "../files.ts";
import { documentsMessages } from "../messages.ts";
import { findPictured } from "../page-picture.tsx";

const text = documentsMessages.configure;

const places: Record<StampPosition, string> = {
  "vertical-right": "right-[1.5%] top-[12%] h-[76%] w-[5%]",
  "top-left": "left-[3%] top-[2%] h-[5%] w-[62%]",
  "top-right": "right-[3%] top-[2%] h-[5%] w-[62%]",
  "bottom-left": "bottom-[2%] left-[3%] h-[5%] w-[62%]",
  "bottom-right": "bottom-[2%] right-[3%] h-[5%] w-[62%]",
};

/** A picture becomes larger: the stamp covers nothing of it. */
const besides: Record<StampPosition, { room: string; place: string }> = {
  "vertical-right": { room: "pr-6", place: "inset-y-0 right-0 w-6" },
  "top-left": { room: "pt-5", place: "inset-x-0 top-0 h-5" },
  "top-right": { room: "pt-5", place: "inset-x-0 top-0 h-5" },
  "bottom-left": { room: "pb-5", place: "inset-x-0 bottom-0 h-5" },
  "bottom-right": { room: "pb-5", place: "inset-x-0 bottom-0 h-5" },
};

type PlacedStampProps = { document: DocumentView; position: StampPosition };

/** The upload's first page or its picture with the stamp's position marked; nothing if it cannot be drawn. */
export function PlacedStamp({ document, position }: PlacedStampProps) {
  const [state, setState] = useState<"loading" | "drawn" | "failed">("loading");
  if (findPictured(document) !== "original" || state === "failed") return null;
  const isPicture = document.fileType.startsWith("image/");
  const beside = isPicture ? besides[position] : undefined;
  const alternative = isPicture ? text.placeBesideOf : text.placeOf;
  return (
    <figure className="grid shrink-0 justify-items-start gap-1.5">
      <figcaption className="text-sm font-semibold text-muted">
        {isPicture ? text.placeBeside : text.place}
      </figcaption>
      <div
        className={classes(
          "relative overflow-hidden rounded-lg border border-line scheme-light",
          state === "loading" ? "h-80 w-60 animate-pulse bg-sunk" : "bg-white",
          state === "drawn" && beside?.room,
        )}
      >
        <img
          src={fileAddress.picture(document.id, "original", "large")}
          alt={alternative(document.originalName, text.positions[position])}
          className="max-h-80 w-auto max-w-full object-contain"
          onLoad={() => setState("drawn")}
          onError={() => setState("failed")}
        />
        {state === "drawn" && (
          <span
            aria-hidden="true"
            className={classes(
              "absolute border border-brand bg-brand/30",
              beside ? beside.place : classes("rounded-xs", places[position]),
            )}
          />
        )}
      </div>
    </figure>
  );
}
