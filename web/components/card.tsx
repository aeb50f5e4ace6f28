import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";

/** The frame of every panel. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={classes("rounded-panel border border-line bg-card p-4 shadow-card sm:p-6", className)}
    />
  );
}
