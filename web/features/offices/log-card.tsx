import { Card } from "../../components/card.tsx";
import { FailedNotice } from "../../components/failed-notice.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { officesMessages } from "./messages.ts";

const text = officesMessages.log;

/** The last acts in the office; for owners. */
export function LogCard() {
  const log = trpc.offices.log.useQuery({ limit: 50 });
  return (
    <Card aria-labelledby="log-title">
      <h2 id="log-title" className="text-heading">
        {text.title}
      </h2>
      {log.isPending && (
        <p role="status" className="mt-3 text-muted">
          {officesMessages.loading}
        </p>
      )}
      {log.isError && (
        <FailedNotice again={officesMessages.again} onRetry={() => log.refetch()}>
          {officesMessages.failedToLoad}
        </FailedNotice>
      )}
      <ol className="mt-3 divide-y divide-line">
        {log.data?.map(({ id, at, actor, action, person, detail }) => (
          <li key={id} className="py-3 wrap-anywhere">
            <p>
              <span className="font-semibold">{actor ?? text.deleted}</span> {text.actions[action]}
            </p>
            <p className="text-sm text-muted">
              {[
                formatWithZone(Date.parse(at)),
                ...(person !== null && person !== actor ? [person] : []),
                ...[detail.name, detail.serialNumber].filter((text) => text !== undefined),
              ].join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
