import {
  ArrowDown,
  ArrowUp,
  ChevronsUp,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleSlash,
  Equal,
} from "lucide-react";
import type { TicketPriority, TicketStatus } from "../../../src/features/support/support.schema.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { supportMessages } from "../../texts/support.ts";

const text = supportMessages.tickets;

type Look = { tone: Tone; Icon: typeof CircleDot };

const statusLooks: Record<TicketStatus, Look> = {
  open: { tone: "bad", Icon: CircleDot },
  in_progress: { tone: "yellow", Icon: CircleDashed },
  resolved: { tone: "good", Icon: CircleCheck },
  closed: { tone: "plain", Icon: CircleSlash },
};

const priorityLooks: Record<TicketPriority, Look> = {
  urgent: { tone: "bad", Icon: ChevronsUp },
  high: { tone: "orange", Icon: ArrowUp },
  medium: { tone: "yellow", Icon: Equal },
  low: { tone: "good", Icon: ArrowDown },
};

export function TicketStatusBadge({ status }: { status: TicketStatus }) {
  const { tone, Icon } = statusLooks[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      <span className="sr-only">{text.status}: </span>
      {text.statuses[status]}
    </Badge>
  );
}

export function TicketPriorityBadge({ priority }: { priority: TicketPriority }) {
  const { tone, Icon } = priorityLooks[priority];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      <span className="sr-only">{text.priority}: </span>
      {text.priorities[priority]}
    </Badge>
  );
}
