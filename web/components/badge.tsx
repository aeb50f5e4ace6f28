import type { ReactNode } from "react";
import { classes } from "../lib/classes.ts";

const tones = {
  good: "bg-good-tint text-good",
  warn: "bg-warn-tint text-warn",
  bad: "bg-bad-tint text-bad",
  orange: "bg-orange-tint text-orange",
  yellow: "bg-yellow-tint text-yellow",
  plain: "bg-sunk text-muted",
  brand: "bg-tint text-brand",
} as const;
export type Tone = keyof typeof tones;

/** A short status in words with an icon: color is never the only signal. */
export function Badge({ tone, icon, children }: { tone: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classes(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-1 text-sm leading-tight font-semibold",
        "[&>svg]:size-4",
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
