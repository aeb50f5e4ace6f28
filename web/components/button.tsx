import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "../lib/classes.ts";
import { BareButton } from "./bare-button.tsx";

const variants = {
  primary: "bg-brand text-on-brand hover:bg-brand-strong shadow-card",
  secondary: "bg-card text-ink border border-field-line hover:border-brand hover:bg-tint",
  quiet: "text-brand hover:bg-tint",
  danger: "bg-bad text-card hover:opacity-90",
  paper: "bg-on-deep text-deep hover:bg-white",
} as const;
const sizes = {
  normal: "min-h-11 px-4 py-2 text-base",
  small: "min-h-11 px-3 sm:min-h-9 text-sm",
} as const;

type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes };

/** The styles of a button, for links that look like one. */
export function buttonClasses({ variant = "primary", size = "normal" }: ButtonStyle = {}): string {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-lg font-semibold text-center transition-colors",
    "disabled:opacity-60 disabled:cursor-not-allowed aria-disabled:opacity-60",
    "forced-colors:border",
    // The icon stays next to a label that wraps.
    "has-[>svg]:text-left",
    variants[variant],
    sizes[size],
  );
}

type ButtonProps = ComponentProps<"button"> & ButtonStyle & { busy?: boolean };

/** While `busy` it shows a spinner and does nothing, but keeps the focus, which a disabled button would lose. */
export function Button({ variant, size, busy = false, className, children, onClick, ...props }: ButtonProps) {
  return (
    <BareButton
      {...props}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(buttonClasses({ variant, size }), className)}
    >
      {busy && <LoaderCircle className="size-4 animate-spin" aria-hidden="true" />}
      {children}
    </BareButton>
  );
}
