import type { LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { DisclosureMark } from "../../components/disclosure-mark.tsx";
import { classes } from "../../lib/classes.ts";

type CollapsedSectionProps = {
  icon: LucideIcon;
  title: string;
  intro: string;
  className?: string;
  /** Called once the section is open, so that what it shows is loaded only then. */
  children: () => ReactNode;
};

/** A section that is collapsed at first. */
export function CollapsedSection({ icon: Icon, title, intro, className, children }: CollapsedSectionProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className={classes("rounded-panel border border-line bg-card", className)}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex items-center justify-between gap-4 rounded-panel p-4 hover:text-brand">
        <h2 className="flex items-center gap-2 text-heading">
          <Icon className="size-5 shrink-0 text-brand" aria-hidden="true" />
          {title}
        </h2>
        <DisclosureMark className="text-brand" />
      </summary>
      <div className="px-4 pb-4">
        <p className="mb-4 max-w-text text-muted">{intro}</p>
        {open && children()}
      </div>
    </details>
  );
}
