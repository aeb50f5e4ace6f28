import { DisclosureMark } from "../../../components/disclosure-mark.tsx";
import { allDocumentsMessages } from "../../../texts/all-documents.ts";
import type { DocumentView } from "../document.ts";

const text = allDocumentsMessages.recipient;

/** With these two values, the owner can show whose address an acknowledgment contains. */
export function RecipientProof({ address, salt }: NonNullable<DocumentView["recipient"]>) {
  return (
    <details className="text-sm">
      <summary className="flex min-h-8 w-fit max-w-full items-center gap-2 rounded-lg font-semibold text-brand">
        {text.title}
        <DisclosureMark />
      </summary>
      <p className="text-muted">{text.text}</p>
      <dl className="mt-1 grid gap-1">
        <div>
          <dt className="text-muted">{text.address}</dt>
          <dd className="wrap-anywhere" translate="no">
            {address}
          </dd>
        </div>
        <div>
          <dt className="text-muted">{text.salt}</dt>
          <dd className="font-mono break-all" translate="no">
            {salt}
          </dd>
        </div>
      </dl>
    </details>
  );
}
