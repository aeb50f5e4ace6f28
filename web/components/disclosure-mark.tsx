// biome-ignore lint/style/noRestrictedImports: this is the mark.
import { ChevronDown } from "lucide-react";
import { classes } from "../lib/classes.ts";

/**
 * Says that something folds, in a `<summary>` or in a button with `aria-expanded`: it points down while that is closed,
 * and up while it is open (styles/base.css).
 */
export function DisclosureMark({ className }: { className?: string }) {
  return (
    <ChevronDown
      className={classes("disclosure-mark no-print size-5 shrink-0", className)}
      aria-hidden="true"
    />
  );
}
