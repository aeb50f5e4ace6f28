import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";
import { BareButton } from "./bare-button.tsx";

const shape = "min-h-11 rounded-lg border px-3";
const other = "border-field-line bg-card hover:border-brand hover:bg-tint";

/** One of a few that are all in view, which takes effect at once. */
export function Option({
  isChosen,
  className,
  ...rest
}: ComponentProps<typeof BareButton> & { isChosen: boolean }) {
  return (
    <BareButton
      {...rest}
      aria-pressed={isChosen}
      className={classes(
        shape,
        "font-semibold",
        isChosen ? "border-brand bg-tint text-brand-strong ring-1 ring-brand forced-colors:outline-2" : other,
        className,
      )}
    />
  );
}

/** One of a few in a form: the look of the label around a radio button and its text. */
export const radioOptionLook = classes(
  shape,
  other,
  "flex cursor-pointer items-center gap-2 py-2 text-sm leading-tight",
  "has-checked:border-brand has-checked:bg-tint has-checked:font-semibold has-checked:ring-1 has-checked:ring-brand",
  "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand",
);
