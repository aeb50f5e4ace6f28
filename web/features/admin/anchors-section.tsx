import { Anchor } from "lucide-react";
import type { AnchoringView } from "../../../src/features/setup/setup.output.schema.ts";
import { Badge } from "../../components/badge.tsx";
import { formatWithZone } from "../../lib/format.ts";
import { trpc } from "../../lib/trpc.ts";
import { CollapsedSection } from "./collapsed-section.tsx";
import { adminMessages } from "./messages.ts";

const text = adminMessages.anchors;

/** Who confirms the head of the public log, and when each last answered; nothing where no one is asked. */
export function AnchorsSection() {
  const { data } = trpc.admin.anchors.useQuery();
  if (!data || data.state === "off") return null;
  return (
    <CollapsedSection icon={Anchor} title={text.title} intro={text.intro} className="mt-4">
      {() => <Anchors anchoring={data} />}
    </CollapsedSection>
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
