import { FileImage, Files, FileText } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classes } from "../../lib/classes.ts";

type SharedPictureProps = {
  /** Undefined if the link does not allow to download the copy. */
  address: string | undefined;
  /** The form that names the document, as text, with the link's token: in a body, no server or proxy logs it. */
  form: string;
  fileType?: string;
  isCollection: boolean;
  className: string;
};

/** Page one of a document behind a link, once it comes into view; an icon until then, and if there is none. */
export function SharedPicture({ address, form, fileType, isCollection, className }: SharedPictureProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    if (address === undefined || isCollection || !frame.current) return;
    const asking = new AbortController();
    let drawn: string | undefined;
    const show = (blob: Blob | undefined) => {
      if (!blob || asking.signal.aborted) return;
      drawn = URL.createObjectURL(blob);
      setPicture(drawn);
    };
    const view = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        view.disconnect();
        void askForPicture(address, form, asking.signal).then(show);
      },
      { rootMargin: "200px" },
    );
    view.observe(frame.current);
    return () => {
      view.disconnect();
      asking.abort();
      if (drawn) URL.revokeObjectURL(drawn);
    };
  }, [address, form, isCollection]);
  const Icon = isCollection ? Files : fileType?.startsWith("image/") ? FileImage : FileText;
  return (
    <span
      ref={frame}
      className={classes(
        "grid aspect-page shrink-0 place-items-center overflow-clip rounded-sm border border-line bg-sunk text-muted",
        className,
      )}
    >
      {picture === undefined ? (
        <Icon className="size-6" aria-hidden="true" />
      ) : (
        <img src={picture} alt="" className="size-full object-contain" />
      )}
    </span>
  );
}

/** Undefined if there is none, or no answer: the picture only helps to recognize the document. */
async function askForPicture(address: string, form: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const answer = await fetch(address, { method: "POST", body: new URLSearchParams(form), signal });
    return answer.ok ? await answer.blob() : undefined;
  } catch {
    return undefined;
  }
}
