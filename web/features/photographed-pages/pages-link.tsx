import { Link } from "@tanstack/react-router";
import { ScanText } from "lucide-react";
import { documentsMessages } from "../../texts/documents.ts";

/** From the upload area to the page that makes one PDF of photographed pages. */
export function PagesLink() {
  return (
    <p className="mt-3">
      <Link to="/photographed-pages" className="link inline-flex min-h-6 gap-2">
        <ScanText className="size-5 h-lh shrink-0" aria-hidden="true" />
        {documentsMessages.upload.photographedPages}
      </Link>
    </p>
  );
}
