import { Mail, Plus } from "lucide-react";
import { useState } from "react";
import type { AdminMailView } from "../../../../src/features/admin/admin.output.schema.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { formatWithZone } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ListStates } from "../list-states.tsx";
import { mailsMessages as text } from "./messages.ts";

/** The emails that were not sent, collapsed at first and loaded when it is opened. */
export function MailsSection() {
  const [open, setOpen] = useState(false);
  const mails = trpc.admin.mails.useQuery(undefined, { enabled: open });
  return (
    <details
      className="group mt-12 rounded-2xl border border-line bg-card"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex cursor-pointer items-center justify-between gap-4 rounded-2xl p-5 hover:text-brand">
        <h2 className="flex items-center gap-2 text-xl">
          <Mail className="size-5 shrink-0 text-brand" aria-hidden="true" />
          {text.title}
        </h2>
        <Plus
          className="size-5 shrink-0 text-brand transition-transform group-open:rotate-45"
          aria-hidden="true"
        />
      </summary>
      <div className="px-5 pb-5">
        <p className="mb-4 max-w-3xl text-muted">{text.intro}</p>
        {open && (
          <ListStates title={text.count} empty={text.none} query={mails}>
            {(list) => (
              <ul className="divide-y divide-line">
                {list.map((mail) => (
                  <UnsentMail key={mail.id} mail={mail} />
                ))}
              </ul>
            )}
          </ListStates>
        )}
      </div>
    </details>
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
