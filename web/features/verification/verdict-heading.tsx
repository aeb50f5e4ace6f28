import { BadgeCheck, BadgeInfo, CircleDashed, CircleHelp, ShieldX } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../../lib/classes.ts";

const looks = {
  /** Not checked yet. */
  pending: { Icon: CircleDashed, ink: "text-muted" },
  passed: { Icon: BadgeCheck, ink: "text-good" },
  claimed: { Icon: BadgeInfo, ink: "text-claim" },
  indeterminate: { Icon: CircleHelp, ink: "text-warn" },
  failed: { Icon: ShieldX, ink: "text-bad" },
} as const;
export type Tone = keyof typeof looks;

/** The top edge of a card in the color of its verdict; neutral while a QR code is still being checked. */
export const verdictEdge: Record<Tone, string> = {
  pending: "border-t-8 border-t-line",
  passed: "border-t-8 border-t-good code-pending:border-t-line",
  claimed: "border-t-8 border-t-claim code-pending:border-t-line",
  indeterminate: "border-t-8 border-t-warn",
  failed: "border-t-8 border-t-bad",
};

type VerdictHeadingProps = { tone: Tone; level: 1 | 2 | 3; id?: string; title: string; children?: ReactNode };

/** The verdict in large letters with a matching icon and color, and one or two sentences below it. */
export function VerdictHeading({ tone, level, id, title, children }: VerdictHeadingProps) {
  const { Icon, ink } = looks[tone];
  const Heading = `h${level}` as const;
  const pending = (tone === "passed" || tone === "claimed") && "code-pending:text-muted";
  return (
    <div className="flex items-start gap-x-4 gap-y-2 max-sm:flex-col">
      <Icon className={classes("size-12 shrink-0", ink, pending)} aria-hidden="true" strokeWidth={1.75} />
      <div className="min-w-0 grow self-center">
        <Heading id={id} className={classes(level === 1 ? "text-title" : "text-title", ink, pending)}>
          {title}
        </Heading>
        {children}
      </div>
    </div>
  );
}
