import { FileImage, Files, FileText } from "lucide-react";
import { useState } from "react";
import { isWordType } from "../../../src/formats/file-types.ts";
import type { DocumentView } from "./document.ts";
import { fileAddress } from "./files.ts";

/** The file of a document that can be shown as a picture now, if any: none while the document is being stamped. */
export function findPictured(document: DocumentView): "stamped" | "original" | undefined {
  if (document.collection !== null) return undefined;
  if (document.status === "completed") return document.processedPath === null ? undefined : "stamped";
  const isDrawable = document.originalDeletedAt === null && !isWordType(document.fileType);
  return document.status !== "processing" && isDrawable ? "original" : undefined;
}

/** A thumbnail of page one, or an icon if there is none. */
export function SmallPicture({ document }: { document: DocumentView }) {
  const [failed, setFailed] = useState<string>();
  const file = findPictured(document);
  const address = file && fileAddress.picture(document.id, file, "small");
  const Icon = document.collection ? Files : document.fileType.startsWith("image/") ? FileImage : FileText;
  return (
    <span className="grid h-12 aspect-page shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-sunk text-muted">
      {address === undefined || address === failed ? (
        <Icon className="size-5" aria-hidden="true" />
      ) : (
        <img
          src={address}
          alt=""
          width={40}
          height={52}
          loading="lazy"
          className="size-full object-contain"
          onError={() => setFailed(address)}
        />
      )}
    </span>
  );
}
