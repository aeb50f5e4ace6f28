import { CircleAlert, CircleCheck, CircleDashed, Clock, CreditCard, LoaderCircle } from "lucide-react";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { queueMessages as text } from "./messages.ts";
import type { Phase } from "./row-phase.ts";

type Look = { tone: Tone; Icon: typeof CircleAlert; turning?: boolean };

const turning: Look = { tone: "brand", Icon: LoaderCircle, turning: true };
const failing: Look = { tone: "bad", Icon: CircleAlert };
const looks: Record<Phase, Look> = {
  waiting: { tone: "plain", Icon: Clock },
  sending: turning,
  failed: failing,
  uploaded: { tone: "plain", Icon: CircleDashed },
  setUp: { tone: "brand", Icon: CircleDashed },
  starting: turning,
  unpaid: { tone: "warn", Icon: CreditCard },
  unstarted: failing,
  processing: turning,
  completed: { tone: "good", Icon: CircleCheck },
  error: failing,
};

export function PhaseBadge({ phase }: { phase: Phase }) {
  const { tone, Icon, turning: turns } = looks[phase];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className={turns ? "animate-spin" : undefined} />}>
      {text.phases[phase]}
    </Badge>
  );
}
