import { Anchor, Eye } from "lucide-react";
import type { AnchoringView } from "../../../src/features/setup/setup.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { adminMessages } from "../../texts/admin.ts";
import { CollapsedSection } from "./collapsed-section.tsx";

const text = adminMessages.anchors;

/**
 * Who confirms the head of the public log, and when each last answered, and the logs of other servers that this one
 * watches; nothing of what the settings name no one for.
 */
export function AnchorsSection() {
  const { data } = trpc.admin.anchors.useQuery();
  if (!data) return null;
  return (
    <>
      {data.state !== "off" && (
        <CollapsedSection icon={Anchor} title={text.title} intro={text.intro} className="mt-4">
          {() => <Anchors anchoring={data} />}
        </CollapsedSection>
      )}
      {data.watched.length > 0 && (
        <CollapsedSection icon={Eye} title={text.watched.title} intro={text.watched.intro} className="mt-4">
          {() => <WatchedLogs logs={data.watched} />}
        </CollapsedSection>
      )}
    </>
  );
}

function WatchedLogs({ logs }: { logs: AnchoringView["watched"] }) {
  return (
    <ul className="divide-y divide-line">
      {logs.map(({ address, lookedAt, size, alarm, text: said }) => (
        <li key={address} className="py-3 wrap-anywhere">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold" translate="no">
              {address}
            </span>
            {alarm !== null && <Badge tone="warn">{text.watched.alarms[alarm]}</Badge>}
          </p>
          <p className="text-sm text-muted">
            {text.watched.looked(writeTime(lookedAt))} {size !== null && text.watched.entries(size)}
          </p>
          {said !== null && (
            <p className="text-sm" translate="no">
              {said}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Anchors({ anchoring: { state, lastAt, anchors } }: { anchoring: AnchoringView }) {
  const last = writeTime(lastAt);
  return (
    <>
      <p className="mb-2 font-semibold">
        {state === "unused" || state === "off" ? text.unused : text[state](last)}
      </p>
      <ul className="divide-y divide-line">
        {anchors.map((anchor) => (
          <li key={anchor.kind + anchor.address} className="py-3 wrap-anywhere">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-semibold" translate="no">
                {anchor.address}
              </span>
              <Badge tone={anchor.failingSince === null ? "plain" : "warn"}>{text.kinds[anchor.kind]}</Badge>
            </p>
            <p className="text-sm text-muted">
              {anchor.operator !== null && <span translate="no">{anchor.operator} · </span>}
              {text.answered(writeTime(anchor.answeredAt))}
            </p>
            {anchor.failingSince !== null && (
              <p className="text-sm">
                {text.failing(writeTime(anchor.failingSince))} <span translate="no">{anchor.failure}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const writeTime = (time: string | null) => (time === null ? text.never : formatWithZone(Date.parse(time)));
