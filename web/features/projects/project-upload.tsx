import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { projectsMessages } from "../../texts/projects.ts";
import { getContinuation } from "../documents/continuation.ts";
import type { DocumentView } from "../documents/document.ts";
import { useSeveralFiles } from "../documents/queue/use-several-files.ts";
import { UploadCard } from "../documents/upload/upload-card.tsx";
import { useOwnership } from "../documents/upload/use-ownership.ts";

const text = projectsMessages.page;

type ProjectUploadProps = {
  projectId: string;
  /** Shown without a press of the button, in a project without documents. */
  isOpen: boolean;
  /** IDs of deleted documents. */
  deleted: string[];
};

/** Uploads documents into a project: each file is a row of a list, also a single one. */
export function ProjectUpload({ projectId, isOpen, deleted }: ProjectUploadProps) {
  const [isAsked, setAsked] = useState(isOpen);
  const several = useSeveralFiles();
  const ownership = useOwnership();
  const navigate = useNavigate();
  const setUp = (document: DocumentView) => void navigate(getContinuation(document));
  if (!isAsked)
    return (
      <Button onClick={() => setAsked(true)}>
        <FileUp className="size-5 shrink-0" aria-hidden="true" />
        {text.upload}
      </Button>
    );
  return (
    <div className="order-last mt-4 grid w-full gap-6">
      <UploadCard
        ownership={ownership}
        onUploaded={setUp}
        onFailed={() => undefined}
        onSeveral={several.add}
        hasSeveral
      />
      {several.List && (
        <several.List
          batches={several.batches}
          resumed={several.resumed}
          deleted={deleted}
          project={projectId}
          onSetUp={setUp}
          onPay={(id) => void navigate(getContinuation({ id, collection: null }))}
          onClose={several.clear}
        />
      )}
    </div>
  );
}
