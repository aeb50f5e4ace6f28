import { Camera, ImagePlus } from "lucide-react";
import { type ChangeEvent, useCallback, useRef } from "react";
import { Button } from "../../components/button.tsx";
import { classes } from "../../lib/classes.ts";
import { useFileDrop } from "../../lib/use-file-drop.ts";
import { useFilePaste } from "../../lib/use-file-paste.ts";
import { photographedPagesMessages } from "../../texts/photographed-pages.ts";
import { maxPages } from "./pages.ts";

const text = photographedPagesMessages.add;

/** Without HEIC in this list, iPhones convert their photos to JPEG when they are chosen. */
const accepted = "image/jpeg,image/png,image/webp";

type AddPhotosProps = {
  isFirst: boolean;
  /** The number of photos that are being opened. */
  opening: number;
  onPhotos: (files: File[]) => void;
};

/** Adds photos from the camera or from storage, or those that are dropped or pasted. */
export function AddPhotos({ isFirst, opening, onPhotos }: AddPhotosProps) {
  const zone = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const over = useFileDrop(
    zone,
    useCallback(({ files: dropped }: { files: File[] }) => onPhotos(dropped), [onPhotos]),
  );
  useFilePaste(onPhotos);
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onPhotos([...(target.files ?? [])]);
    target.value = "";
  };
  return (
    <div
      ref={zone}
      className={classes(
        "grid justify-items-center gap-3 rounded-panel border-2 border-dashed px-4 text-center transition-colors",
        isFirst ? "py-8" : "py-4",
        over ? "border-brand bg-tint" : "border-field-line bg-paper",
      )}
    >
      <p className={classes("font-serif font-semibold pointer-coarse:hidden", isFirst && "text-heading")}>
        {over ? text.dropNow : text.drop}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {isTouch && (
          <Button onClick={() => camera.current?.click()}>
            <Camera className="size-5 shrink-0" aria-hidden="true" />
            {isFirst ? text.camera : text.next}
          </Button>
        )}
        <Button
          variant={isFirst && !isTouch ? "primary" : "secondary"}
          onClick={() => files.current?.click()}
        >
          <ImagePlus className="size-5 shrink-0" aria-hidden="true" />
          {isFirst ? text.choose : text.more}
        </Button>
      </div>
      {isFirst && <p className="text-muted">{text.or(maxPages)}</p>}
      <p role="status" className="text-muted empty:hidden">
        {opening > 0 && text.opening(opening)}
      </p>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={text.input}
        onChange={take}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label={text.cameraInput}
        onChange={take}
      />
    </div>
  );
}
