import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import type { DocumentStatus } from "../../../../db/columns/documents.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { documentsMessages } from "../../../texts/documents.ts";

const looks: Record<DocumentStatus, { tone: Tone; Icon: typeof CircleAlert; turning?: boolean }> = {
  uploaded: { tone: "plain", Icon: CircleDashed },
  processing: { tone: "brand", Icon: LoaderCircle, turning: true },
  completed: { tone: "good", Icon: CircleCheck },
  error: { tone: "bad", Icon: CircleAlert },
};

/** The state of a document in a list: most are completed, so only the exceptions are visible. */
export function StatusMark({ status }: { status: DocumentStatus }) {
  if (status === "completed")
    return <span className="sr-only">{documentsMessages.history.statuses.completed}</span>;
  return <StatusBadge status={status} />;
}

export function StatusBadge({ status }: { status: DocumentStatus }) {
  const { tone, Icon, turning } = looks[status];
  const icon = <Icon aria-hidden="true" className={turning ? "animate-spin" : undefined} />;
  return (
    <Badge tone={tone} icon={icon}>
      {documentsMessages.history.statuses[status]}
    </Badge>
  );
}
