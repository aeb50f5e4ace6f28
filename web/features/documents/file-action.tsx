import { Award, Clock, Download, type LucideIcon, Package } from "lucide-react";
import { buttonClasses } from "../../components/button.tsx";
import { IconButton, IconLink } from "../../components/icon-button.tsx";
import { notify } from "../../lib/notify.ts";
import { documentsMessages } from "../../texts/documents.ts";
import { useDownload } from "./use-download.ts";

const text = documentsMessages.history;

/** The labels and icons of a document's file buttons. */
export const fileFace = {
  stamped: (name: string) => ({ icon: Download, label: text.downloadLabel(name), hint: text.download }),
  /** SHA256SUMS, which a collection has instead of a stamped copy. */
  list: (name: string) => ({ icon: Download, label: text.listLabel(name), hint: text.download }),
  certificate: (name: string) => ({
    icon: Award,
    label: text.certificateLabel(name),
    hint: text.certificate,
  }),
  evidence: (name: string) => ({ icon: Package, label: text.evidenceLabel(name), hint: text.evidence }),
  timestamp: (name: string) => ({ icon: Clock, label: text.timestampLabel(name), hint: text.timestamp }),
};

type FileFace = { icon: LucideIcon; label: string; hint: string; href: string };

/** Downloads a file of a document: a button with a word. */
export function FileButton({ label, hint, href, variant }: FileFace & { variant: "secondary" | "quiet" }) {
  const download = useDownload();
  return (
    <a
      href={href}
      download
      onClick={download}
      aria-label={label}
      className={buttonClasses({ variant, size: "small" })}
    >
      {hint}
    </a>
  );
}

/** The same as a menu item. */
export function FileLine({ href, ...face }: FileFace) {
  const download = useDownload();
  return <IconLink {...face} href={href} worded download onClick={download} />;
}

/** A placeholder for a download that is not available yet; explains why when clicked. */
export function UnavailableFile(face: Omit<FileFace, "href">) {
  const explain = () => {
    notify({ kind: "error", title: text.notAvailable, description: text.notAvailableText });
  };
  return <IconButton {...face} worded aria-disabled="true" onClick={explain} />;
}
