import { useState } from "react";
import type { AuditEntryView } from "../../../../src/features/admin/admin.output.schema.ts";
import { Button } from "../../../components/button.tsx";
import { FailedLine } from "../../../components/failed-line.tsx";
import { formatWithZone } from "../../../lib/format.ts";
import { trpc } from "../../../lib/trpc.ts";
import { adminMessages } from "../../../texts/admin.ts";
import { auditMessages as text } from "../../../texts/admin-audit.ts";
import { lastOfFull } from "../parts.ts";
import { describeAct } from "./describe-act.ts";

/** One page of the log, reloaded whenever it is opened, followed on demand by the next older page. */
export function AuditEntries({ cursor }: { cursor: string | undefined }) {
  const entries = trpc.admin.auditLog.useQuery({ cursor }, { staleTime: 0 });
  const [older, setOlder] = useState(false);
  if (entries.isPending) return <p role="status">{adminMessages.loading}</p>;
  if (entries.isError) {
    return (
      <FailedLine again={adminMessages.again} onRetry={() => entries.refetch()}>
        {adminMessages.failed}
      </FailedLine>
    );
  }
  if (entries.data.length === 0 && cursor === undefined) return <p className="text-muted">{text.none}</p>;
  const last = lastOfFull(entries.data);
  return (
    <>
      <ol>
        {entries.data.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {last && older && <AuditEntries cursor={last.id} />}
      {last && !older && (
        <Button variant="quiet" size="small" onClick={() => setOlder(true)}>
          {text.older}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntryView }) {
  return (
    <li className="grid gap-x-6 border-t border-line py-2 sm:grid-cols-action">
      <span className="wrap-anywhere">
        <span className="font-semibold">{entry.actor}</span>: {describeAct(entry)}
      </span>
      <time dateTime={entry.createdAt} className="text-sm text-muted tabular-nums">
        {formatWithZone(Date.parse(entry.createdAt))}
      </time>
    </li>
  );
}
