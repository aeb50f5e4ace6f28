import { Eye } from "lucide-react";
import { Notice } from "../../../components/notice.tsx";
import { documentsMessages } from "../../../texts/documents.ts";

/** In place of the upload, for someone who only reads the documents of an office. */
export function ViewerNote({ office }: { office: string }) {
  return (
    <Notice tone="brand" icon={<Eye aria-hidden="true" />}>
      {documentsMessages.upload.viewer(office)}
    </Notice>
  );
}
