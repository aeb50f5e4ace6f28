import { Mail } from "lucide-react";
import type { AdminMailView } from "../../../../src/features/admin/admin.output.schema.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { formatWithZone } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { mailsMessages as text } from "../../../texts/admin-mails.ts";
import { CollapsedSection } from "../collapsed-section.tsx";
import { ListStates } from "../list-states.tsx";

/** The emails that were not sent. */
export function MailsSection() {
  return (
    <CollapsedSection icon={Mail} title={text.title} intro={text.intro} className="mt-12">
      {() => <UnsentMails />}
    </CollapsedSection>
  );
}

function UnsentMails() {
  const mails = trpc.admin.mails.useQuery();
  return (
    <ListStates title={text.count} empty={text.none} query={mails}>
      {(list) => (
        <ul className="divide-y divide-line">
          {list.map((mail) => (
            <UnsentMail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
    </ListStates>
  );
}

const tones: Record<AdminMailView["state"], Tone> = {
  queued: "plain",
  sending: "plain",
  saved: "warn",
  failed: "bad",
  uncertain: "bad",
};

function UnsentMail({ mail }: { mail: AdminMailView }) {
  const { state, recipient, subject, createdAt, nextAt, lastError } = mail;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold" translate="no">
          {recipient}
        </p>
        <p>{subject}</p>
        <p className="text-sm text-muted">
          <time dateTime={createdAt}>{formatWithZone(Date.parse(createdAt))}</time>
          {nextAt !== null && ` · ${text.next(formatWithZone(Date.parse(nextAt)))}`}
        </p>
        {lastError !== null && <p className="text-sm text-bad">{lastError}</p>}
      </div>
      <Badge tone={tones[state]}>{text.states[state]}</Badge>
    </li>
  );
}
