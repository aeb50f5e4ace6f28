import { Award, Download, type LucideIcon, Package } from "lucide-react";
import { IconButton, IconLink } from "../../components/icon-button.tsx";
import { notify } from "../../lib/notify.ts";
import { documentsMessages } from "./messages.ts";
import { useDownload } from "./use-download.ts";

const text = documentsMessages.history;

/** The labels and icons of a document's file buttons. */
export const fileFace = {
  stamped: (name: string) => ({ icon: Download, label: text.downloadLabel(name), hint: text.download }),
  certificate: (name: string) => ({
    icon: Award,
    label: text.certificateLabel(name),
    hint: text.certificate,
  }),
  evidence: (name: string) => ({ icon: Package, label: text.evidenceLabel(name), hint: text.evidence }),
};

type FileActionProps = {
  icon: LucideIcon;
  label: string;
  hint: string;
  href: string | undefined;
  worded: "button" | "line";
};

/** Downloads a file of a document. Without an address it is not available yet, and explains so when clicked. */
export function FileAction({ href, ...face }: FileActionProps) {
  const download = useDownload();
  if (href !== undefined) return <IconLink {...face} href={href} download onClick={download} />;
  const explain = () => {
    notify({ kind: "error", title: text.notAvailable, description: text.notAvailableText });
  };
  return <IconButton {...face} aria-disabled="true" onClick={explain} />;
}
