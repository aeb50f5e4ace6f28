import type { ReactNode } from "react";
import { classes } from "../lib/classes.ts";

const tones = {
  good: "border-good/40 bg-good-tint text-good",
  warn: "border-warn/40 bg-warn-tint text-warn",
  bad: "border-bad/40 bg-bad-tint text-bad",
  brand: "border-brand/30 bg-tint text-brand-strong",
} as const;

type NoticeProps = {
  tone: keyof typeof tones;
  icon?: ReactNode;
  children: ReactNode;
  role?: "alert" | "status";
};

/** A boxed sentence with an icon. Give it a role only if it appears in response to something. */
export function Notice({ tone, icon, children, role }: NoticeProps) {
  return (
    <div
      role={role}
      className={classes(
        "flex gap-3 rounded-panel border px-4 py-3 [&>svg]:size-5 [&>svg]:h-lh [&>svg]:shrink-0",
        tones[tone],
      )}
    >
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
