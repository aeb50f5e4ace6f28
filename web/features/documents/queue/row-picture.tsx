import { FileImage, FileText } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { SmallPicture } from "../page-picture.tsx";
import type { QueueRow } from "./queue.ts";

/** A picture of the file, before it is uploaded if this browser can draw it, and otherwise once the server has it. */
export function RowPicture({ row: { file, state } }: { row: QueueRow }) {
  if (file instanceof File && drawn.test(file.name)) return <LocalPicture file={file} />;
  return state.kind === "uploaded" ? <SmallPicture document={state.document} /> : <Frame />;
}

/** The pictures that every browser draws. */
const drawn = /\.(?:jpe?g|jfif|png)$/i;
/** Twice the height of the frame, for screens with many pixels. */
const drawnHeight = 104;

/** Pictures are decoded one after the other: sixty photos at once would take gigabytes. */
let decoding: Promise<unknown> = Promise.resolve();

function decode(file: File): Promise<ImageBitmap> {
  const next = decoding.then(() =>
    createImageBitmap(file, { resizeHeight: drawnHeight, resizeQuality: "medium" }),
  );
  decoding = next.catch(() => undefined);
  return next;
}

function LocalPicture({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let isShown = true;
    decode(file).then(
      (picture) => {
        const target = canvas.current;
        if (isShown && target) {
          target.width = picture.width;
          target.height = picture.height;
          target.getContext("2d")?.drawImage(picture, 0, 0);
          setDrawn(true);
        }
        picture.close();
      },
      () => setDrawn(false),
    );
    return () => {
      isShown = false;
    };
  }, [file]);
  return (
    <Frame>
      {!isDrawn && <FileImage className="size-5" aria-hidden="true" />}
      <canvas ref={canvas} hidden={!isDrawn} className="size-full object-contain" />
    </Frame>
  );
}

function Frame({ children = <FileText className="size-5" aria-hidden="true" /> }: { children?: ReactNode }) {
  return (
    <span
      className="grid h-12 aspect-page shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-sunk text-muted"
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
