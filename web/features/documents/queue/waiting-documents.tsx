import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import type { DocumentView } from "../document.ts";
import { canBeSetUp } from "../workflow/workflow.ts";
import { queueMessages as text } from "./messages.ts";

type WaitingDocumentsProps = {
  documents: DocumentView[] | undefined;
  onStampAll: (documents: DocumentView[]) => void;
};

/**
 * Documents that were uploaded but not stamped, e.g. because a plan had to be bought first; one click continues with
 * them.
 */
export function WaitingDocuments({ documents = [], onStampAll }: WaitingDocumentsProps) {
  const waiting = documents.filter((document) => document.status === "uploaded" && canBeSetUp(document));
  if (waiting.length < 2) return null;
  return (
    <Card aria-label={text.waitingLabel} className="flex flex-wrap items-center justify-between gap-4">
      <p className="min-w-48 grow basis-0">{text.waiting(waiting.length)}</p>
      <Button onClick={() => onStampAll(waiting.toReversed())}>{text.stampAll(waiting.length)}</Button>
    </Card>
  );
}
